import Platform
import Time

/// A child that is to end, with whatever it has started in its group.
///
///     let to (it has nothing to read any more) ──half a second──┐
///     asked to (SIGTERM) ←──────────────────────────────────────┘
///          ├──half a second──→ made to (SIGKILL)
///          └── its end is taken, and nobody is left in the group ──→ gone
struct EndingChild {
    /// How long a group has to end by itself.
    static let grace = Duration.milliseconds(500)

    private let process: ChildProcess
    private var isTaken: Bool
    private var askAt: Instant
    private var killAt: Instant
    private var isAsked = false
    private var isKilled = false

    /// Has a child end. If its own end `isTaken` already, this is for those that it has left behind.
    ///
    /// - Parameter mayEndByItself: Whether it is asked only if it does not end by itself.
    init(_ process: ChildProcess, isTaken: Bool, mayEndByItself: Bool = false, now: Instant) {
        self.process = process
        self.isTaken = isTaken
        askAt = mayEndByItself && !isTaken ? now.advanced(by: Self.grace) : now
        killAt = askAt.advanced(by: Self.grace)
        askIfDue(now)
    }

    /// The group.
    var group: ProcessGroup { process.group }

    /// What to wait for, beside `deadline`.
    var notice: Descriptor? { isTaken ? nil : process.exitNotice }

    /// When to look again.
    func deadline(now: Instant) -> Instant? {
        let isToldOf = notice != nil
        let next = isToldOf ? nil : now.advanced(by: .milliseconds(10))
        let planned = isAsked ? killAt : askAt
        return isKilled ? next : min(planned, next ?? planned)
    }

    /// Goes on; answers whether all of it is gone.
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
