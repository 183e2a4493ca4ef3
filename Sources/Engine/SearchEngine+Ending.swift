import JSONRPC
import Signals

/// How it ends.
///
///     running ──end of input──→ ended input ──script has settled──→ draining ──settled, or 20 s──→ exiting ──→ ended
///        └───────────────────────────────────`exit`──────────────────────────────────────────────↗
///
/// Left out: a reader that has gone, and signals. The host ends at once then, and does not ask.
extension SearchEngine {
    enum Phase: Equatable {
        /// Messages come.
        case running
        /// No more will come, but what a script has begun is still to settle.
        case inputEnded(code: Int32)
        /// What runs may finish, until the deadline.
        case draining(code: Int32, deadline: Instant)
        /// Nothing runs; what is to be sent goes out, until the deadline.
        case exiting(code: Int32, deadline: Instant)
        /// `exit` has been emitted: nothing means anything any more.
        case ended
    }

    /// How long what runs may take after the input has ended.
    static let drainMs: Milliseconds = 20_000
    /// How long it may take to say that what ran is over, once it has taken too long.
    static let lastWordMs: Milliseconds = 100
    /// How long the last answers may take after `exit`.
    static let exitMs: Milliseconds = 2_000

    func inputEnded(code: Int32) {
        if phase == .running { phase = .inputEnded(code: code) }
    }

    /// The method `shutdown`.
    func shutDown() {
        isShutDown = true
        closeSessions()
    }

    /// The method `exit`.
    func exit() {
        closeSessions()
        phase = .exiting(code: isShutDown ? 0 : 1, deadline: deadline(after: Self.exitMs))
    }

    /// Goes on towards the end as far as that is possible now; answers whether it did, and is not there yet.
    @discardableResult
    func continueEnding() -> Bool {
        let before = phase
        // The end of a script is handled like its lines: when everything before it has settled.
        if case .inputEnded(let code) = phase, script.map({ $0.isEmpty && isSettled }) ?? true {
            phase = .draining(code: code, deadline: deadline(after: Self.drainMs))
            fetcher.drain()
            for session in sessionsInOrder { session.drain() }
        }
        if case .draining(let code, let deadline) = phase {
            if timeline.now >= deadline {
                closeSessions()
                phase = .exiting(code: code, deadline: self.deadline(after: Self.lastWordMs))
            } else if isSettled {
                phase = .exiting(code: code, deadline: deadline)
            }
        }
        if case .exiting(let code, let deadline) = phase, outbox.isEmpty || timeline.now >= deadline {
            phase = .ended
            emit(.exit(code: code, deadline: deadline))
        }
        return phase != before && phase != .ended
    }

    private func closeSessions() {
        for session in sessionsInOrder {
            batch?.add(session)
            session.close()
        }
        sessions = [:]
    }

    /// The sessions in an order that is the same in every run.
    var sessionsInOrder: [Session] {
        sessions.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The instant `milliseconds` from now, at which the engine will be woken.
    private func deadline(after milliseconds: Milliseconds) -> Instant {
        let deadline = timeline.now.advanced(by: milliseconds)
        timeline.timer(at: deadline).subscribe {}
        return deadline
    }
}
