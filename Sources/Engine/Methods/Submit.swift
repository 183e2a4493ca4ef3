import JSONRPC
import SearchModel

extension Method {
    private static let query = Member(
        "query", longestQuery, isRequired: false, "the text to search for; by default that of the search box")

    /// The search button, the Enter key.
    static let submit = Method(
        "submit", "searches immediately", parameters: [query], inSession: true, result: .shape(.outcome)
    ) { (engine, request) throws(ResponseError) in
        let text = try request.params.string(query).map { TypedText($0).text }
        request.answer(withOutcomeOf: .submitted(text), in: try engine.session(of: request))
    }
}
