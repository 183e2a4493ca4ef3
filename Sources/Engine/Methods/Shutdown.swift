import JSONRPC

extension Method {
    /// The first half of an orderly shutdown.
    static let shutdown = Method(
        "shutdown", "ends every session, once all actions have finished; only `exit` may follow", result: .null
    ) { (engine, request) throws(ResponseError) in
        engine.shutDown { request.answer { $0.null() } }
    }
}
