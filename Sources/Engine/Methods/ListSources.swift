import JSONRPC
import SearchSource

extension Method {
    private static let answer = [Shape.sources("in the order of their documentation")]

    /// What can be searched.
    static let listSources = Method(
        "listSources", "lists the sources",
        result: .shape(Shape("Sources", "what can be searched", answer.members()))
    ) { (engine, _) throws(ResponseError) in
        .result { $0.object(engine.configuration.listed, answer) }
    }
}
