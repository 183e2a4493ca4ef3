import JSON

extension JSONWriter {
    /// Writes a response; `result` writes the result of the call.
    @inlinable public mutating func response(to id: RequestID, _ result: (inout JSONWriter) -> Void) {
        object {
            $0.members(upToName: #""jsonrpc":"2.0","id":"#)
            $0.raw(id.json)
            $0.member("result", result)
        }
    }

    /// Writes an error response.
    public mutating func response(to id: RequestID, _ error: ResponseError) {
        object {
            $0.members(upToName: #""jsonrpc":"2.0","id":"#)
            $0.raw(id.json)
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
    @inlinable public mutating func notification(_ method: StaticString, _ params: (inout JSONWriter) -> Void) {
        object {
            $0.members(upToName: #""jsonrpc":"2.0","method":"#)
            $0.string(method)
            $0.member("params") { $0.object(params) }
        }
    }
}
