import JSON

extension JSONWriter {
    /// The protocol as an OpenRPC document, made from the declarations of the methods.
    mutating func openRPC(version: String) {
        object {
            $0.member("openrpc", "1.3.2")
            $0.member("info") {
                $0.object {
                    $0.member("title", "seekline")
                    $0.member("version", SearchEngine.protocolVersion)
                    $0.member(
                        "description", "Incremental search done right, as a process. This is seekline \(version).")
                }
            }
            $0.member("methods") { $0.array { for method in Method.all { $0.method(method) } } }
        }
    }

    private mutating func method(_ method: Method) {
        object {
            $0.member("name", method.name)
            $0.member("summary", method.summary)
            $0.member("paramStructure", "by-name")
            $0.member("params") { $0.array { for parameter in method.parameters { $0.parameter(parameter) } } }
            $0.member("result") {
                $0.object {
                    $0.member("name", "result")
                    $0.member("description", method.result)
                    $0.member("schema") { $0.object { _ in } }
                }
            }
        }
    }

    private mutating func parameter(_ parameter: Parameter) {
        object {
            $0.member("name", parameter.name)
            $0.member("summary", parameter.summary)
            $0.member("required", parameter.isRequired)
            $0.member("schema") { $0.value(.object(parameter.type.schema)) }
        }
    }
}
