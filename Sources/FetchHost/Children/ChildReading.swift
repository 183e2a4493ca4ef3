import Platform
import SearchSource
import Time

/// What a child writes, and how it is seen to end.
///
///     writes ──its output closes──→ silent ──500 ms──→ over
///       └──it ends──→ ended ──what it has written is read──→ over
///
/// Its own end counts, not that of its output: what it has left running may keep that open for ever.
struct ChildReading {
    /// How long a program may go on that has closed its output, unless it may do so.
    static let silence = Duration.milliseconds(500)
    /// How much is read of what a program that has ended left in the pipe: more than fits in one.
    private static let mostLeftOver = 1 << 20

    /// The process.
    let process: ChildProcess

    /// The last line of what it has told people.
    private(set) var lastWords = LastLine()

    private let mayFallSilent: Bool
    private var exit: ChildProcess.Exit?
    private var hasOutput = true
    private var hasErrors = true
    private var leftOver = 0
    private var isDry = false
    private var isClosed = false
    private var silentSince: Instant?

    /// Nothing of this process has been read yet.
    init(_ process: ChildProcess, mayFallSilent: Bool = false) {
        self.process = process
        self.mayFallSilent = mayFallSilent
    }

    /// Whether its own end has been taken.
    var isTaken: Bool { exit != nil }

    /// What to watch: its output, if there is room for it, what it tells people, and its end.
    func watch(in polled: inout PollSet, hasRoom: Bool) {
        if hasOutput, hasRoom { _ = polled.add(process.output, for: .readable) }
        if hasErrors { _ = polled.add(process.errors, for: .readable) }
        if exit == nil, let notice = process.exitNotice { _ = polled.add(notice, for: .readable) }
    }

    /// Reads once of its output, if there is room, and hands on what there was.
    mutating func readOutput(
        into buffer: UnsafeMutableRawBufferPointer, hasRoom: Bool, now: Instant,
        _ take: (UnsafeRawBufferPointer) -> Void
    ) {
        if exit == nil { exit = process.takeExit() }
        isDry = true
        if hasOutput, hasRoom {
            switch process.output.read(into: buffer) {
            case .bytes(let count):
                isDry = false
                if exit != nil { leftOver += count }
                take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .nothing: break
            case .end, .failed: hasOutput = false
            }
        }
        if !hasOutput, !mayFallSilent, silentSince == nil { silentSince = now }
    }

    /// Reads what it tells people, and hands it on.
    mutating func readErrors(
        into buffer: UnsafeMutableRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) {
        guard hasErrors else { return }
        // The last words are those that stand in the pipe when the program has ended.
        for _ in 0..<(exit == nil ? 1 : 16) {
            switch process.errors.read(into: buffer) {
            case .bytes(let count):
                let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                lastWords.append(piece)
                take(piece)
            case .nothing: return
            case .end, .failed:
                hasErrors = false
                return
            }
        }
    }

    /// How it has ended, once what it wrote has been read; nil if it has not.
    func end(hasRoom: Bool, now: Instant) -> ChildRows.End? {
        if let exit, !hasOutput || (isDry && hasRoom) || leftOver > Self.mostLeftOver { return ChildRows.End(exit) }
        if exit == nil, let since = silentSince, since.duration(to: now) >= Self.silence { return .fellSilent }
        return nil
    }

    /// When to look again, whatever happens.
    func deadline(hasRoom: Bool, now: Instant) -> Instant? {
        // What is left in the pipe is read as soon as there is room.
        if exit != nil, hasRoom { return now }
        let lookAt = exit == nil && process.exitNotice == nil ? now.advanced(by: .milliseconds(20)) : nil
        return [silentSince?.advanced(by: Self.silence), lookAt].compactMap { $0 }.min()
    }

    /// Lets go of its descriptors. Nothing is read any more.
    mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        process.closeOutput()
        if isTaken { process.closeNotice() }
    }
}

extension ChildRows.End {
    fileprivate init(_ exit: ChildProcess.Exit) {
        switch exit {
        case .code(let code): self = .exited(code: Int(code))
        case .signal(let signal): self = .killed(signal: Int(signal))
        }
    }
}
