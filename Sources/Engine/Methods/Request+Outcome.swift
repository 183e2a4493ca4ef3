import JSON
import SearchModel
import Time

/// The outcome of a call, which most methods answer with.
private struct CallOutcome: Described {
    let outcome: Outcome
    let generation: Int
    let retryAfterMs: Int?
    let shortBy: Int?

    static func describe(_ list: inout some MemberList<CallOutcome>) {
        list.add("outcome", as: .outcome, "the state of affairs when the call is made") { $0.outcome.rawValue }
        list.add("generation", atLeast: 0, "the current generation") { $0.generation }
        list.add(
            ifPresent: "retryAfterMs", atLeast: 0,
            "with `backingOff`: the time until the page is retried, in milliseconds"
        ) { $0.retryAfterMs }
        list.add(
            ifPresent: "shortBy", atLeast: 1,
            "of `setQuery`: how many grapheme clusters the text lacks, if it is too short"
        ) { $0.shortBy }
    }
}

extension Shape {
    /// What most methods answer with.
    static let outcome = Shape("CallOutcome", "the outcome of a call", CallOutcome.members)
}

extension Request {
    /// Performs `trigger` in `session`, and answers with its outcome.
    func answer(withOutcomeOf trigger: Trigger, in session: Session, tellsShortage: Bool = false) {
        let outcome = session.perform(trigger)
        answer {
            let call = CallOutcome(
                outcome: outcome, generation: session.generation,
                retryAfterMs: outcome == .backingOff ? session.backsOffFor?.wholeMilliseconds : nil,
                shortBy: tellsShortage ? session.shortBy : nil)
            $0.object(call)
        }
    }
}
