import JSONRPC
import SearchSource

/// The engine's name and version.
private struct ServerInfo: Described {
    let version: String

    static func describe(_ list: inout some MemberList<ServerInfo>) {
        list.add("name", "`seekline`") { _ in "seekline" }
        list.add("version", "its version") { $0.version }
    }
}

/// What the client is told about engine, protocol and sources.
private struct Greeting: Described {
    let configuration: SearchEngine.Configuration

    static func describe(_ list: inout some MemberList<Greeting>) {
        list.add("protocolVersion", "the protocol version in use") { _ in SearchEngine.protocolVersion }
        list.add(
            "serverInfo", .shape(Shape("ServerInfo", "the engine's name and version", ServerInfo.members)), "the engine"
        ) { $0.object(ServerInfo(version: $1.configuration.version)) }
        list.add(sources: { $0.configuration.listed }, "the sources")
    }
}

extension Method {
    private static let protocolVersion = Member(
        "protocolVersion", .string, isRequired: false, "the protocol version that the client prefers")
    private static let clientInfo = Member(
        "clientInfo", .shape(client), isRequired: false, "the client's `name` and `version`, for the log")

    private static let client = Shape(
        "ClientInfo", "the client",
        [
            .init("name", .string, isRequired: false, "its name"),
            .init("version", .string, isRequired: false, "its version"),
        ])

    /// Introduces client and engine to each other. Optional: a pipe may begin with `setQuery`.
    static let initialize = Method(
        "initialize", "introduces the engine: its version, its protocol and its sources",
        parameters: [protocolVersion, clientInfo],
        result: .shape(Shape("Initialized", "the result of `initialize`", Greeting.members))
    ) { (engine, request) throws(ResponseError) in
        let wanted = try request.params.string(protocolVersion)
        let client = try request.params.object(clientInfo)
        let name = client?["name"]?.string ?? "a client without a name"
        engine.log(.info, "\(name) would like protocol \(wanted ?? "any"), and gets \(SearchEngine.protocolVersion)")
        request.answer { $0.object(Greeting(configuration: engine.configuration)) }
    }
}
