import JSONRPC

extension Method {
    /// The state as a whole, for a client that has just come or does not want to keep count.
    static let getState = Method(
        "getState", "sends what is unsent, and then the state as a whole", inSession: true,
        result: .shape(.snapshot)
    ) { (engine, request) throws(ResponseError) in
        let session = try engine.session(of: request)
        engine.flush(session)
        return .result { $0.snapshot(of: session) }
    }
}
