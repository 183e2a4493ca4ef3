import Platform
import SearchSource
import Time

/// Reads what a child writes, and detects its end.
///
///     writes ──its output closes──→ silent ──500 ms──→ over
///       └──it ends──→ ended ──what it has written is read──→ over
///
/// The end of the process counts, not that of its output: processes that it has left running may keep the output open
/// forever.
struct ChildReading {
    /// How long a program may keep running after it has closed its output, unless `mayFallSilent`.
    static let silence = Duration.milliseconds(500)
    /// How many bytes are read of what an ended program has left in the pipe: more than a pipe holds.
    private static let mostLeftOver = 1 << 20

    /// The process.
    let process: ChildProcess

    /// The last line that it has written to standard error.
    private(set) var lastWords = LastLine()

    private let mayFallSilent: Bool
    private var exit: ChildProcess.Exit?
    private var hasOutput = true
    private var hasErrors = true

    /// Whether all that it has written to standard error has been read.
    private(set) var hasSaidAll = false

    private var leftOver = 0
    private var isDry = false
    private var isClosed = false
    private var silentSince: Instant?

    /// Prepares to read a process of which nothing has been read yet.
    init(_ process: ChildProcess, mayFallSilent: Bool = false) {
        self.process = process
        self.mayFallSilent = mayFallSilent
    }

    /// Whether the process has been reaped.
    var isTaken: Bool { exit != nil }

    /// Adds the descriptors to wait for: its output, if there is room for more, its standard error, and the notice of
    /// its exit.
    func watch(in polled: inout PollSet, hasRoom: Bool) {
        if hasOutput, hasRoom { _ = polled.add(process.output, for: .readable) }
        if hasErrors { _ = polled.add(process.errors, for: .readable) }
        if exit == nil, let notice = process.exitNotice { _ = polled.add(notice, for: .readable) }
    }

    /// Reads its output once, if there is room, and calls `take` with what was read.
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

    /// Reads its standard error, and calls `take` with what was read.
    mutating func readErrors(
        into buffer: UnsafeMutableRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) {
        guard hasErrors else { return }
        // When the program has ended, its last words may still be in the pipe.
        for _ in 0..<(exit == nil ? 1 : 16) {
            switch process.errors.read(into: buffer) {
            case .bytes(let count):
                let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                lastWords.append(piece)
                take(piece)
            case .nothing:
                hasSaidAll = exit != nil
                return
            case .end, .failed:
                (hasErrors, hasSaidAll) = (false, true)
                return
            }
        }
    }

    /// Returns how it has ended, once what it wrote has been read; nil if it has not ended.
    func end(hasRoom: Bool, now: Instant) -> ChildRows.End? {
        if let exit, !hasOutput || (isDry && hasRoom) || leftOver > Self.mostLeftOver { return ChildRows.End(exit) }
        if exit == nil, let since = silentSince, since.duration(to: now) >= Self.silence { return .fellSilent }
        return nil
    }

    /// Returns when to look again even if nothing is ready.
    func deadline(hasRoom: Bool, now: Instant) -> Instant? {
        // What is left in the pipe is read as soon as there is room.
        if exit != nil, hasRoom { return now }
        let lookAt = exit == nil && process.exitNotice == nil ? now.advanced(by: .milliseconds(20)) : nil
        return [silentSince?.advanced(by: Self.silence), lookAt].compactMap { $0 }.min()
    }

    /// Closes its descriptors, but the exit notice only if the process has been reaped. Nothing is read any more.
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
