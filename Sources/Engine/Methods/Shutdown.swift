import JSONRPC

extension Method {
    /// The first half of a polite end.
    static let shutdown = Method(
        "shutdown", "ends every session; only `exit` may follow", result: .null
    ) { (engine, _) throws(ResponseError) in
        engine.shutDown()
        return .result { $0.null() }
    }
}
