import Engine
import Platform
import SearchSource
import Time

/// The children of this process, as seen by the thread that looks after them.
///
///     call ──→ running ──over, its group is empty──→ its rows wait
///                 └──over or not wanted, processes remain──→ ending ──→ gone
///     request ──→ `RunningProvider` ──not wanted──────────────┘
final class ChildTable {
    /// Identifies a run or a provider.
    typealias Key = ObjectIdentifier

    private var running: [Key: RunningChild] = [:]
    private var providers: [Key: RunningProvider] = [:]
    /// The provider that each request was made to.
    private var asked: [Key: Key] = [:]
    private var ending: [EndingChild] = []
    private var processGuard: ProcessGuard?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

    /// The answers to calls.
    private(set) var finished: [(id: FetchID, rows: ChildRows)] = []

    /// The lines to log.
    private var said: [String] = []

    deinit {
        buffer.deallocate()
        processGuard?.forget()
    }

    /// Whether no process is left.
    var isEmpty: Bool { running.isEmpty && providers.isEmpty && ending.isEmpty }

    /// Takes the answers that have come since this was last called.
    func takeFinished() -> [(id: FetchID, rows: ChildRows)] {
        defer { finished = [] }
        return finished
    }

    /// Takes the lines to log.
    func takeSaid() -> [String] {
        defer { said = [] }
        return said
    }

    // MARK: Orders

    /// Asks a run for rows; starts it if it is new.
    func ask(_ id: FetchID, _ call: ChildCall, isNew: Bool, now: Instant) {
        let key = Key(call.run)
        if let request = call.run.request {
            return ask(id, call, of: request.provider, isNew: isNew, now: now)
        }
        if isNew {
            do throws(ChildProcess.Fault) {
                running[key] = RunningChild(
                    try start(ChildProcess.Program(call.run.command)), for: call.run.command, now: now)
            } catch {
                finished.append((id, ChildRows([], end: error.end(of: call.run.command))))
                return
            }
        }
        guard let child = running[key] else {
            finished.append((id, ChildRows([], end: .isGone)))
            return
        }
        child.ask(id, call, now: now)
    }

    private func ask(_ id: FetchID, _ call: ChildCall, of provider: Provider, isNew: Bool, now: Instant) {
        let place = Key(provider)
        if isNew { asked[Key(call.run)] = place }
        let child = providers[place] ?? RunningProvider(provider)
        providers[place] = child
        if !child.ask(id, call, isNew: isNew, now: now) { finished.append((id, ChildRows([], end: .isGone))) }
    }

    /// Withdraws a call. A run that belongs to a single search ends with it.
    func withdraw(_ id: FetchID, now: Instant) {
        for (key, child) in running {
            guard let call = child.withdraw(id, now: now) else { continue }
            if !call.run.isShared { end(key, now: now) }
            return
        }
        for child in providers.values {
            if let call = child.withdraw(id) { return end(Key(call.run), now: now) }
        }
    }

    /// Ends a run, if anything is left of it.
    func end(_ key: Key, now: Instant) {
        if let place = asked.removeValue(forKey: key) {
            finished += (providers[place]?.forget(key, now: now) ?? []).map { ($0, ChildRows([], end: .isGone)) }
            return
        }
        guard let child = running.removeValue(forKey: key) else { return }
        finished += child.calls.map { ($0.id, ChildRows([], end: .isGone)) }
        if child.end == nil { leave(child, now: now) }
    }

    /// Lets a provider end.
    func endProvider(_ key: Key, now: Instant) {
        guard let child = providers.removeValue(forKey: key) else { return }
        finished += child.end().map { ($0, ChildRows([], end: .isGone)) }
        asked = asked.filter { $0.value != key }
        take(child, now: now)
    }

    /// Ends all runs and providers.
    func endAll(now: Instant) {
        for key in Array(running.keys) { end(key, now: now) }
        for key in Array(providers.keys) { endProvider(key, now: now) }
    }

    private func start(_ program: ChildProcess.Program) throws(ChildProcess.Fault) -> ChildProcess {
        if let processGuard {
            do throws(ChildProcess.Fault) {
                return try ChildProcess(program, guardedBy: processGuard)
            } catch  where error.step == .telling {
                processGuard.forget()
                // Its descriptor is closed, and may soon be another one's.
                self.processGuard = nil
            }
        }
        let new: ProcessGuard
        do throws(SystemError) {
            new = try ProcessGuard()
        } catch {
            throw ChildProcess.Fault(.preparing, error)
        }
        processGuard = new
        let groups = running.values.map(\.process.group) + providers.values.compactMap(\.group) + ending.map(\.group)
        for group in groups { new.add(group) }
        return try ChildProcess(program, guardedBy: new)
    }

    // MARK: Waiting and going on

    /// Adds the descriptors to wait for.
    func watch(in polled: inout PollSet) {
        for child in running.values { child.watch(in: &polled) }
        for child in providers.values { child.watch(in: &polled) }
        for child in ending { child.watch(in: &polled) }
    }

    /// Returns when to continue even if nothing is ready.
    func deadline(now: Instant) -> Instant? {
        let runs = running.values.compactMap { $0.deadline(now: now) }
        return
            (runs + providers.values.compactMap { $0.deadline(now: now) }
            + ending.compactMap { $0.deadline(now: now) }).min()
    }

    /// Reads, answers calls, and ends what is due to end.
    func goOn(now: Instant) {
        for (key, child) in running {
            let wasOver = child.end != nil
            child.goOn(into: buffer, now: now)
            finished += child.answers(now: now)
            if child.end == .timedOut || child.isForgotten(now) {
                running[key] = nil
                if !wasOver { leave(child, now: now) }
            } else if !wasOver, child.end != nil {
                leave(child, now: now)
            }
        }
        for child in providers.values {
            child.goOn(into: buffer, now: now) { (program) throws(ChildProcess.Fault) in try start(program) }
            take(child, now: now)
        }
        goOnEnding(now: now)
    }

    private func take(_ child: RunningProvider, now: Instant) {
        finished += child.answers()
        said += child.takeSaid()
        for (line, mayEndByItself) in child.takeLeaving() {
            ending.append(EndingChild(line, mayEndByItself: mayEndByItself, now: now))
        }
    }

    private func goOnEnding(now: Instant) {
        var left: [EndingChild] = []
        for var child in ending {
            let hasGone = child.goOn(into: buffer, now: now)
            said += child.takeSaid()
            if hasGone { processGuard?.remove(child.group) } else { left.append(child) }
        }
        ending = left
    }

    /// Makes sure that nothing is left of a child that has ended or is not wanted.
    private func leave(_ child: RunningChild, now: Instant) {
        child.close()
        if child.isTaken, !child.process.group.isAlive {
            processGuard?.remove(child.process.group)
        } else {
            ending.append(EndingChild(child.process, isTaken: child.isTaken, now: now))
        }
    }
}

extension ChildProcess.Program {
    /// The program that a command runs.
    init(_ command: Command) {
        self.init(command.arguments, variables: command.variables, folder: command.folder)
    }
}
