import JSONRPC

extension Method {
    /// What can be searched.
    static let listSources = Method(
        "listSources", "lists the sources", result: "`sources`: name, title, description, whether configured, options"
    ) { (engine, _) throws(ResponseError) in
        .result { $0.object { $0.member("sources") { $0.sources(engine.configuration.sources) } } }
    }
}
