import JSONRPC
import SearchModel

extension Method {
    /// The button next to an error.
    static let retry = Method(
        "retry", "repeats what failed, at once", inSession: true, result: .shape(.outcome)
    ) { (engine, request) throws(ResponseError) in
        request.answer(withOutcomeOf: .retried, in: try engine.session(of: request))
    }
}
