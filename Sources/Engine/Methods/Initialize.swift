import JSONRPC

extension Method {
    private static let protocolVersion = Member(
        "protocolVersion", .string, isRequired: false, "the version of the protocol that the client would like")
    private static let clientInfo = Member(
        "clientInfo", .shape(client), isRequired: false, "the client's `name` and `version`, for the log")

    private static let client = Shape(
        "ClientInfo", "who a client is",
        [
            .init("name", .string, isRequired: false, "its name"),
            .init("version", .string, isRequired: false, "its version"),
        ])
    private static let server = Shape(
        "ServerInfo", "which engine this is",
        [.init("name", .string, "`seekline`"), .init("version", .string, "its version")])
    private static let greeting = Shape(
        "Initialized", "who is who",
        [
            .init("protocolVersion", .string, "the version of the protocol that is spoken"),
            .init("serverInfo", .shape(server), "the engine"),
            .init("sources", .array(.shape(.source)), "what can be searched"),
        ])

    /// Says who is who. Optional: a pipe may begin with `setQuery`.
    static let initialize = Method(
        "initialize", "tells the client which engine, which protocol and which sources it has",
        parameters: [protocolVersion, clientInfo],
        result: .shape(greeting)
    ) { (engine, request) throws(ResponseError) in
        let wanted = try request.params.string(protocolVersion)
        let client = try request.params.object(clientInfo)
        let name = client?["name"]?.string ?? "a client without a name"
        engine.log(.info, "\(name) would like protocol \(wanted ?? "any"), and gets \(SearchEngine.protocolVersion)")
        return .result {
            $0.object {
                $0.member("protocolVersion", SearchEngine.protocolVersion)
                $0.member("serverInfo") {
                    $0.object {
                        $0.member("name", "seekline")
                        $0.member("version", engine.configuration.version)
                    }
                }
                $0.member("sources") { $0.sources(engine.configuration.sources) }
            }
        }
    }
}
