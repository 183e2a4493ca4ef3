import JSONRPC

extension Method {
    private static let name = Member("session", .string, "the session to close")

    /// Gives up a search box.
    static let closeSession = Method(
        "closeSession", "cancels everything in a session and forgets it", parameters: [name], result: .shape(.done),
        errors: [.unknownSession]
    ) { (engine, request) throws(ResponseError) in
        let name = try request.params.required(name)
        let session = try engine.session(named: name)
        engine.close(session, answering: request)
    }
}
