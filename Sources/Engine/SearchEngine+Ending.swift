import JSONRPC
import Signals
import Time

/// How the engine ends.
///
///     running ──end of input──→ ended input ──script has settled──→ draining ──settled, or 20 s──→ exiting ──→ ended
///        └───────────────────────────────────`exit`──────────────────────────────────────────────↗
///
/// Not covered: a reader that has gone, and signals. The host then ends at once, without asking.
extension SearchEngine {
    enum Phase: Equatable {
        /// Messages may come.
        case running
        /// No more will come, but what a script has begun must still settle.
        case inputEnded(code: Int32)
        /// What runs may finish, until the deadline.
        case draining(code: Int32, deadline: Instant)
        /// Nothing runs; what is to be sent goes out, until the deadline.
        case exiting(code: Int32, deadline: Instant)
        /// `exit` has been emitted; further events are ignored.
        case ended
    }

    /// How long running work may take after the end of the input or `exit`.
    static let drainTimeout = Duration.seconds(20)
    /// How long it may take to report the end of work that has taken too long.
    static let lastWordTimeout = Duration.milliseconds(100)
    /// How long the last answers may take after `exit`.
    static let exitTimeout = Duration.seconds(2)

    /// Whether `exit` has been emitted. (A comparison with `==` takes longer.)
    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// Whether calls are no longer carried out.
    var isExiting: Bool {
        switch phase {
        case .running, .inputEnded: false
        case .draining, .exiting, .ended: true
        }
    }

    func inputEnded(code: Int32) {
        if phase == .running { phase = .inputEnded(code: code) }
    }

    /// Carries out the method `shutdown`; calls `done` once no action is being performed any more and everything else has
    /// been told: its answer is the last message.
    func shutDown(_ done: @escaping () -> Void) {
        isShutDown = true
        closeSessions()
        // The answer to a batch may just be joined; what its sessions have to tell follows it.
        performances.whenEmpty { [unowned self] in whenNothingIsAside { _ in done() } }
    }

    /// Carries out the method `exit`. Actions that are being performed finish first.
    func exit() {
        closeSessions()
        let code: Int32 = isShutDown ? 0 : 1
        phase =
            performances.isEmpty
            ? .exiting(code: code, deadline: deadline(after: Self.exitTimeout))
            : .draining(code: code, deadline: deadline(after: Self.drainTimeout))
    }

    /// Advances towards the end as far as possible now; returns whether the phase has changed and is not `ended` yet.
    @discardableResult
    func continueEnding() -> Bool {
        if case .running = phase { return false }
        let before = phase
        // The end of a script is handled like its lines: when everything before it has settled and has been sent.
        if case .inputEnded(let code) = phase, script.map({ $0.isEmpty && isSettled && outbox.isEmpty }) ?? true {
            phase = .draining(code: code, deadline: deadline(after: Self.drainTimeout))
            fetcher.drain()
            for session in sessions.all { session.drain() }
        }
        if case .draining(let code, let deadline) = phase {
            if timeline.now >= deadline {
                closeSessions()
                phase = .exiting(code: code, deadline: self.deadline(after: Self.lastWordTimeout))
            } else if isSettled {
                phase = .exiting(code: code, deadline: deadline)
            }
        }
        if case .exiting(let code, let deadline) = phase,
            outbox.isEmpty && !intake.isAside || timeline.now >= deadline
        {
            phase = .ended
            emit(.exit(code: code, deadline: deadline))
        }
        return phase != before && phase != .ended
    }

    private func closeSessions() {
        let last = sessions.all
        for session in last {
            batch?.add(session)
            session.end()
        }
        sessions = OpenSessions()
        endedSessions += last
    }

    /// Returns the instant `timeout` from now, and has the engine woken then.
    private func deadline(after timeout: Duration) -> Instant {
        let deadline = timeline.now.advanced(by: timeout)
        timeline.timer(at: deadline).subscribe {}
        return deadline
    }
}
