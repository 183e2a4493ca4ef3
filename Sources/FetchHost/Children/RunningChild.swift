import Engine
import Platform
import SearchSource
import Time

/// A program that runs, or has run, and what it has printed.
///
///     prints ──it ends, or says no more (`ChildReading`)──→ over: its rows wait to be asked for
///
/// `EndingChild` takes care of whatever is left of it then, and of a program that is not wanted any more.
final class RunningChild {
    /// How long its rows are kept while nobody asks for any.
    static let patience = Duration.seconds(60)

    private var reading: ChildReading
    private var desk: RowDesk

    /// When it was started, or when the last call was answered or withdrawn.
    private var idleSince: Instant
    /// How long it may still keep its callers waiting, and since when they have been waiting.
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

    /// How it has ended; nil if it has not.
    var end: ChildRows.End? { desk.end }

    /// Whether the process has been reaped.
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

    /// Removes a call and returns it; nil if it does not wait here.
    func withdraw(_ id: FetchID, now: Instant) -> ChildCall? {
        guard let call = desk.withdraw(id) else { return nil }
        rest(now)
        return call
    }

    /// Removes the calls for which rows have come, or for which none will, and returns their answers.
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

    /// Adds the descriptors to wait for.
    func watch(in polled: inout PollSet) {
        if end == nil { reading.watch(in: &polled, hasRoom: !desk.rows.isFull) }
    }

    /// Reads what there is, and checks whether it has ended.
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

    /// When its time is up; nil if nobody waits, or once it has been reaped: then what it has printed is still read,
    /// however late.
    private var dueAt: Instant? { reading.isTaken ? nil : waitedSince?.advanced(by: timeLeft) }

    /// Returns when to look again even if nothing is ready.
    func deadline(now: Instant) -> Instant? {
        let forgottenAt = calls.isEmpty ? idleSince.advanced(by: Self.patience) : nil
        guard end == nil else { return forgottenAt }
        return [dueAt, forgottenAt, reading.deadline(hasRoom: !desk.rows.isFull, now: now)].compactMap { $0 }.min()
    }

    /// Whether nobody has asked for so long that nobody will.
    func isForgotten(_ now: Instant) -> Bool {
        calls.isEmpty && idleSince.duration(to: now) >= Self.patience
    }

    /// Closes its descriptors, but the exit notice only if the process has been reaped. Nothing is read any more.
    func close() {
        reading.close()
    }
}
