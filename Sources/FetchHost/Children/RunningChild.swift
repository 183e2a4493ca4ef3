import Engine
import Platform
import SearchSource
import Time

/// A program that runs, or has run, and what it has printed.
///
///     prints ──it ends, or says no more (`ChildReading`)──→ over: its rows wait to be asked for
///
/// Whatever is left of it then is for `EndingChild`, and so is a program that is not wanted any more.
final class RunningChild {
    /// How long nobody may ask.
    static let patience = Duration.seconds(60)

    private var reading: ChildReading
    private var desk: RowDesk

    /// Since when nobody asks, or nothing comes any more.
    private var idleSince: Instant
    /// How long it may still let its callers wait, and since when they do.
    private var timeLeft: Duration
    private var waitedSince: Instant?

    /// A program that has just been started.
    init(_ process: ChildProcess, for command: Command, now: Instant) {
        reading = ChildReading(process, mayFallSilent: command.mayFallSilent)
        desk = RowDesk(RowBuffer(separator: command.separator))
        timeLeft = command.timeLimit
        idleSince = now
    }

    /// The process.
    var process: ChildProcess { reading.process }

    /// How it has ended, once it has.
    var end: ChildRows.End? { desk.end }

    /// Whether its own end has been taken.
    var isTaken: Bool { reading.isTaken }

    // MARK: Calls

    /// The calls that wait.
    var calls: [(id: FetchID, call: ChildCall)] { desk.calls }

    /// Adds a call.
    func ask(_ id: FetchID, _ call: ChildCall, now: Instant) {
        pauseClock(now)
        if call.beginsPage { timeLeft = call.run.command.timeLimit }
        waitedSince = now
        desk.ask(id, call)
    }

    /// Takes away a call; answers it.
    func withdraw(_ id: FetchID, now: Instant) -> ChildCall? {
        guard let call = desk.withdraw(id) else { return nil }
        rest(now)
        return call
    }

    /// Answers the calls for which there is something, or nothing any more.
    func answers(now: Instant) -> [(id: FetchID, rows: ChildRows)] {
        defer { rest(now) }
        return desk.answers()
    }

    private func pauseClock(_ now: Instant) {
        if let since = waitedSince { timeLeft -= since.duration(to: now) }
        waitedSince = nil
    }

    private func rest(_ now: Instant) {
        guard calls.isEmpty else { return }
        if waitedSince != nil { idleSince = now }
        pauseClock(now)
    }

    // MARK: Reading

    /// Adds what is to be waited for.
    func watch(in polled: inout PollSet) {
        if end == nil { reading.watch(in: &polled, hasRoom: !desk.rows.isFull) }
    }

    /// Reads what there is, and looks whether it has ended.
    func goOn(into buffer: UnsafeMutableRawBufferPointer, now: Instant) {
        guard end == nil else { return }
        reading.readOutput(into: buffer, hasRoom: !desk.rows.isFull, now: now) { desk.rows.append($0) }
        reading.readErrors(into: buffer)
        if let end = reading.end(hasRoom: !desk.rows.isFull, now: now) {
            desk.rows.finish()
            desk.finish(end, lastWords: reading.lastWords.text)
        } else if let dueAt, now >= dueAt, !calls.isEmpty {
            desk.finish(.timedOut, lastWords: reading.lastWords.text)
        }
    }

    /// When its time is over. One that has ended is not too late: what it has printed is still to be read, however late.
    private var dueAt: Instant? { reading.isTaken ? nil : waitedSince?.advanced(by: timeLeft) }

    /// When to look again, whatever happens.
    func deadline(now: Instant) -> Instant? {
        let forgottenAt = calls.isEmpty ? idleSince.advanced(by: Self.patience) : nil
        guard end == nil else { return forgottenAt }
        return [dueAt, forgottenAt, reading.deadline(hasRoom: !desk.rows.isFull, now: now)].compactMap { $0 }.min()
    }

    /// Whether nobody has asked for so long that nobody will.
    func isForgotten(_ now: Instant) -> Bool {
        calls.isEmpty && idleSince.duration(to: now) >= Self.patience
    }

    /// Lets go of its descriptors. Nothing is read any more.
    func close() {
        reading.close()
    }
}
