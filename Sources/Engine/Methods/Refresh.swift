import JSONRPC
import SearchModel

extension Method {
    /// Pulling the list to refresh it.
    static let refresh = Method(
        "refresh", "reloads the first page of the current query", inSession: true, result: .shape(.outcome)
    ) { (engine, request) throws(ResponseError) in
        request.answer(withOutcomeOf: .refreshed, in: try engine.session(of: request))
    }
}
