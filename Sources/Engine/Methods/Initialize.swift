import JSONRPC
import SearchSource

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
    /// The engine, by its version.
    private static let server: [Property<String>] = [
        Property("name", "`seekline`") { _ in "seekline" },
        Property("version", "its version") { $0 },
    ]
    private static let greeting: [Property<SearchEngine.Configuration>] = [
        Property("protocolVersion", "the version of the protocol that is spoken") { _ in SearchEngine.protocolVersion },
        Property(
            "serverInfo", .shape(Shape("ServerInfo", "which engine this is", server.members())), "the engine"
        ) { $0.object($1.version, server) },
        Shape.sources("what can be searched").of { $0.listed },
    ]

    /// Says who is who. Optional: a pipe may begin with `setQuery`.
    static let initialize = Method(
        "initialize", "tells the client which engine, which protocol and which sources it has",
        parameters: [protocolVersion, clientInfo],
        result: .shape(Shape("Initialized", "who is who", greeting.members()))
    ) { (engine, request) throws(ResponseError) in
        let wanted = try request.params.string(protocolVersion)
        let client = try request.params.object(clientInfo)
        let name = client?["name"]?.string ?? "a client without a name"
        engine.log(.info, "\(name) would like protocol \(wanted ?? "any"), and gets \(SearchEngine.protocolVersion)")
        return .result { $0.object(engine.configuration, greeting) }
    }
}
