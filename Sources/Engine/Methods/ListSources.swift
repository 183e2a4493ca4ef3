import JSONRPC
import SearchSource

private struct ListedSources: Described {
    let sources: [ListedSource]

    static func describe(_ list: inout some MemberList<ListedSources>) {
        list.add(sources: { $0.sources }, "in the order in which they are documented")
    }
}

extension Method {
    /// What can be searched.
    static let listSources = Method(
        "listSources", "lists the sources",
        result: .shape(Shape("Sources", "the sources", ListedSources.members))
    ) { (engine, request) throws(ResponseError) in
        request.answer { $0.object(ListedSources(sources: engine.configuration.listed)) }
    }
}
