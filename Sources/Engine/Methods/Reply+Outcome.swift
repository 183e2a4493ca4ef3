import JSON
import SearchModel

extension Reply {
    /// What is documented of the result of a method that answers with an outcome.
    static let outcomeSummary = "`outcome`, `generation`, and `retryAfterMs` where the outcome is `backingOff`"

    /// What `action` comes to in `session`.
    static func outcome(in session: Session, _ action: (SearchViewModel.Input) -> Void) -> Reply {
        let outcome = session.perform(action)
        return .result {
            $0.object {
                $0.member("outcome", outcome.rawValue)
                $0.member("generation", session.state.generation)
                if outcome == .backingOff { $0.member(ifPresent: "retryAfterMs", session.backsOffForMs) }
            }
        }
    }
}
