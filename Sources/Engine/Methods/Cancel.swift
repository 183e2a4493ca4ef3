import JSONRPC
import SearchModel

extension Method {
    /// The Escape key.
    static let cancel = Method(
        "cancel", "stops what is pending, running or opening", inSession: true, result: .shape(.outcome)
    ) { (engine, request) throws(ResponseError) in
        request.answer(withOutcomeOf: .cancelled, in: try engine.session(of: request))
    }
}
