import Platform
import Time

/// A child that is to end, along with whatever it has started in its group.
///
///     may end by itself (its input is closed) ──half a second──┐
///     asked to end (SIGTERM) ←─────────────────────────────────┘
///          ├──half a second──→ killed (SIGKILL)
///          └── it is reaped, and its group is empty ──→ gone
struct EndingChild {
    /// How long a group has to end: first by itself, then after SIGTERM.
    static let grace = Duration.milliseconds(500)

    private let process: ChildProcess
    private var isTaken: Bool
    private var askAt: Instant
    private var killAt: Instant
    private var isAsked = false
    private var isKilled = false

    /// Ends a child. If it has been reaped already (`isTaken`), this ends what it has left behind.
    ///
    /// - Parameter mayEndByItself: Whether it is asked to end only if it has not done so by itself.
    init(_ process: ChildProcess, isTaken: Bool, mayEndByItself: Bool = false, now: Instant) {
        self.process = process
        self.isTaken = isTaken
        askAt = mayEndByItself && !isTaken ? now.advanced(by: Self.grace) : now
        killAt = askAt.advanced(by: Self.grace)
        askIfDue(now)
    }

    /// The group.
    var group: ProcessGroup { process.group }

    /// What to wait for, besides `deadline`.
    var notice: Descriptor? { isTaken ? nil : process.exitNotice }

    /// Returns when to look again.
    func deadline(now: Instant) -> Instant? {
        let isToldOf = notice != nil
        let next = isToldOf ? nil : now.advanced(by: .milliseconds(10))
        let planned = isAsked ? killAt : askAt
        return isKilled ? next : min(planned, next ?? planned)
    }

    /// Does what is due. Returns whether the child has been reaped and its group is gone or has been killed.
    mutating func goOn(now: Instant) -> Bool {
        if !isTaken, process.takeExit() != nil {
            isTaken = true
            process.closeNotice()
            // What it has left behind does not know that it should end.
            if !isAsked { (askAt, killAt) = (now, now.advanced(by: Self.grace)) }
        }
        if isTaken, !process.group.isAlive { return true }
        askIfDue(now)
        if now >= killAt, !isKilled {
            isKilled = true
            process.group.kill()
        }
        return isTaken && isKilled
    }

    private mutating func askIfDue(_ now: Instant) {
        guard !isAsked, now >= askAt else { return }
        isAsked = true
        process.group.end()
    }
}
