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
    /// Where it still writes; nil if nothing of that is read.
    private var line: ProviderLine?
    private var isTaken: Bool
    private var askAt: Instant
    private var killAt: Instant
    private var isAsked = false
    private var isKilled = false

    /// Ends a child. If it has been reaped already (`isTaken`), this ends what it has left behind.
    init(_ process: ChildProcess, isTaken: Bool, now: Instant) {
        self.init(process, nil, isTaken: isTaken, mayEndByItself: false, now: now)
    }

    /// Ends a long-running program. What it writes until then is still read.
    ///
    /// - Parameter mayEndByItself: Whether it is asked to end only if it has not done so by itself.
    init(_ line: ProviderLine, mayEndByItself: Bool, now: Instant) {
        self.init(line.process, line, isTaken: line.isTaken, mayEndByItself: mayEndByItself, now: now)
    }

    private init(_ process: ChildProcess, _ line: ProviderLine?, isTaken: Bool, mayEndByItself: Bool, now: Instant) {
        self.process = process
        self.line = line
        if isTaken { self.line?.closeOutput() }
        self.isTaken = isTaken
        askAt = mayEndByItself && !isTaken ? now.advanced(by: Self.grace) : now
        killAt = askAt.advanced(by: Self.grace)
        askIfDue(now)
    }

    /// The group.
    var group: ProcessGroup { process.group }

    /// Adds the descriptors to wait for, besides `deadline`.
    func watch(in polled: inout PollSet) {
        if isTaken { return }
        if let line {
            line.watch(in: &polled, hasRoom: true)
        } else if let notice = process.exitNotice {
            _ = polled.add(notice, for: .readable)
        }
    }

    /// Returns when to look again.
    func deadline(now: Instant) -> Instant? {
        let isToldOf = !isTaken && process.exitNotice != nil
        let next = isToldOf ? nil : now.advanced(by: .milliseconds(10))
        let planned = isAsked ? killAt : askAt
        return isKilled ? next : min(planned, next ?? planned)
    }

    /// Takes the lines that it has written to standard error since this was last called.
    mutating func takeSaid() -> [String] { line?.takeSaid() ?? [] }

    /// Does what is due. Returns whether the child has been reaped and its group is gone or has been killed.
    mutating func goOn(into buffer: UnsafeMutableRawBufferPointer, now: Instant) -> Bool {
        if !isTaken, hasEnded(into: buffer, now: now) {
            isTaken = true
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

    /// Reads what the child still writes. Returns whether it has been reaped; then its descriptors are closed.
    private mutating func hasEnded(into buffer: UnsafeMutableRawBufferPointer, now: Instant) -> Bool {
        guard line != nil else {
            guard process.takeExit() != nil else { return false }
            process.closeNotice()
            return true
        }
        line?.drain(into: buffer, now: now)
        guard line?.isTaken == true else { return false }
        line?.closeOutput()
        return true
    }

    private mutating func askIfDue(_ now: Instant) {
        guard !isAsked, now >= askAt else { return }
        isAsked = true
        process.group.end()
    }
}
