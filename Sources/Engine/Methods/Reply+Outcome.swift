import JSON
import SearchModel

extension Shape {
    /// What most methods answer with.
    static let outcome = Shape(
        "CallOutcome", "what a call came to",
        [
            Member("outcome", .outcome, "what is true when the call is made"),
            Member("generation", .integer(atLeast: 0), "the current generation"),
            Member(
                "retryAfterMs", .integer(atLeast: 0), isRequired: false,
                "with `backingOff`: in how many milliseconds the page is tried again"),
        ])
}

extension Reply {
    /// What `trigger` comes to in `session`.
    static func outcome(in session: Session, _ trigger: Trigger) -> Reply {
        let outcome = session.perform(trigger)
        return .result {
            $0.object {
                $0.member("outcome", outcome.rawValue)
                $0.member("generation", session.state.generation)
                if outcome == .backingOff { $0.member(ifPresent: "retryAfterMs", session.backsOffForMs) }
            }
        }
    }
}
