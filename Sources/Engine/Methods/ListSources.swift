import JSONRPC

extension Method {
    private static let list = Shape(
        "Sources", "what can be searched",
        [.init("sources", .array(.shape(.source)), "in the order of their documentation")])

    /// What can be searched.
    static let listSources = Method(
        "listSources", "lists the sources", result: .shape(list)
    ) { (engine, _) throws(ResponseError) in
        .result { $0.object { $0.member("sources") { $0.sources(engine.configuration.sources) } } }
    }
}
