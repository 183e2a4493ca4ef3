import JSONRPC
import SearchModel

extension Method {
    private static let query = Member(
        "query", longestQuery, isRequired: false, "the text to search for; the one in the box if it is left out")

    /// The search button, the Enter key.
    static let submit = Method(
        "submit", "searches now", parameters: [query], inSession: true, result: .shape(.outcome)
    ) { (engine, request) throws(ResponseError) in
        let text = try request.params.string(query).map { TypedText($0).text }
        return .outcome(in: try engine.session(of: request), .submitted(text))
    }
}
