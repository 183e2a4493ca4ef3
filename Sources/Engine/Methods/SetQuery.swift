import JSONRPC
import SearchModel

extension Method {
    private static let query = Member("query", longestQuery, "the text as it is in the search box")
    /// The limit on a query: longer than anybody types, and so short that it costs nobody anything.
    static let longestQuery = Schema.text(atMost: 10_000)

    private static let composing = Member(
        "composing", .boolean, isRequired: false, "whether an input method has not confirmed the text yet")

    /// Typing.
    static let setQuery = Method(
        "setQuery", "sets the text of the search box", parameters: [query, composing], inSession: true,
        result: .shape(.outcome)
    ) { (engine, request) throws(ResponseError) in
        let text = try request.params.required(query)
        let isComposing = try request.params.boolean(composing) ?? false
        request.answer(
            withOutcomeOf: .typed(TypedText(text, isComposing: isComposing)), in: try engine.session(of: request),
            tellsShortage: true)
    }
}
