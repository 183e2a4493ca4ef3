import JSON

extension JSONWriter {
    /// Writes a response; `result` writes the result of the call.
    public mutating func response(to id: RequestID, _ result: (inout JSONWriter) -> Void) {
        object {
            $0.member("jsonrpc", "2.0")
            $0.member("id") { $0.raw(id.json) }
            $0.member("result", result)
        }
    }

    /// Writes an error response.
    public mutating func response(to id: RequestID, _ error: ResponseError) {
        object {
            $0.member("jsonrpc", "2.0")
            $0.member("id") { $0.raw(id.json) }
            $0.member("error") {
                $0.object {
                    $0.member("code", error.code.number)
                    $0.member("message", error.message)
                    if !error.data.members.isEmpty { $0.member("data") { $0.value(.object(error.data)) } }
                }
            }
        }
    }

    /// Writes a notification; `params` writes the members of its params.
    public mutating func notification(_ method: StaticString, _ params: (inout JSONWriter) -> Void) {
        object {
            $0.member("jsonrpc", "2.0")
            $0.member("method") {
                $0.string(utf8: UnsafeBufferPointer(start: method.utf8Start, count: method.utf8CodeUnitCount))
            }
            $0.member("params") { $0.object(params) }
        }
    }
}
