import Engine
import Platform
import SearchSource
import Synchronization
import Time

/// Runs programs for sources, and passes on what they print, on its own thread: the loop neither starts them nor reads
/// from them.
///
///     call, cancel, a run that is no longer wanted ──→ orders ──→ ChildTable ──→ finished ──takeFinished──→
///
/// The thread starts with the first call, and ends once this object is released and no process is left.
package final class Children: Sendable {
    private let line: Line

    /// Starts out without children. Answers to calls wake the loop through `wakeup`.
    package init(wakeup: Wakeup) {
        line = Line(loop: wakeup)
    }

    deinit { line.orders.give(.stop) }

    /// Asks a program for rows; starts it if this is its first call.
    package func start(_ call: ChildCall, id: FetchID) {
        line.ask(id, call)
    }

    /// Cancels the call `id`, if there is one that waits.
    package func cancel(_ id: FetchID) {
        line.cancel(id)
    }

    /// Takes the answers to calls that have come since this was last called.
    package func takeFinished() -> [(id: FetchID, rows: ChildRows)] {
        line.takeFinished()
    }

    /// Takes the lines to log about long-running programs.
    package func takeSaid() -> [String] {
        line.takeSaid()
    }
}

/// The orders to the thread, and what comes back from it.
private final class Line: Sendable {
    enum Order: Sendable {
        case ask(FetchID, ChildCall, isNew: Bool)
        case cancel(FetchID)
        case end(ChildTable.Key)
        case endProvider(ChildTable.Key)
        case stop
    }

    private struct State {
        var finished: [(id: FetchID, rows: ChildRows)] = []
        /// The calls that have not been answered.
        var waiting: Set<FetchID> = []
        /// The runs and providers that have begun and are still wanted.
        var begun: Set<ChildTable.Key> = []
        /// The lines to log.
        var said: [String] = []
    }

    /// The maximum number of lines that wait to be logged.
    private static let mostSaid = 1000

    let orders = Orders<Order>()
    private let loop: Wakeup
    private let state = Mutex(State())

    init(loop: Wakeup) {
        self.loop = loop
    }

    // MARK: From the loop

    func ask(_ id: FetchID, _ call: ChildCall) {
        do {
            try orders.startThread { [self] in serve($0) }
        } catch {
            finish([(id, ChildRows([], end: .couldNotStart("cannot be started: \(error)", .machine)))])
            return
        }
        let key = ChildTable.Key(call.run)
        let isNew = state.withLock { state in
            state.waiting.insert(id)
            return state.begun.insert(key).inserted
        }
        let isWanted = !isNew || call.run.whenUnwanted { [weak self] in self?.forget(key) }
        guard isWanted else {
            forget(key)
            finish([(id, ChildRows([], end: .isGone))])
            return
        }
        if let provider = call.run.request?.provider { watch(provider) }
        orders.give(.ask(id, call, isNew: isNew))
    }

    func cancel(_ id: FetchID) {
        if state.withLock({ $0.waiting.remove(id) != nil }) { orders.give(.cancel(id)) }
    }

    func takeFinished() -> [(id: FetchID, rows: ChildRows)] {
        state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }

    func takeSaid() -> [String] {
        state.withLock { state in
            defer { state.said = [] }
            return state.said
        }
    }

    private func forget(_ key: ChildTable.Key) {
        state.withLock { _ = $0.begun.remove(key) }
        orders.give(.end(key))
    }

    /// Has a provider ended once nobody can ask it any more.
    private func watch(_ provider: Provider) {
        let key = ChildTable.Key(provider)
        guard state.withLock({ $0.begun.insert(key).inserted }) else { return }
        // Never false: the call that is being made keeps the provider alive.
        _ = provider.whenUnwanted { [weak self] in
            self?.state.withLock { _ = $0.begun.remove(key) }
            self?.orders.give(.endProvider(key))
        }
    }

    // MARK: On the thread

    private func serve(_ wakeup: Wakeup) {
        let table = ChildTable()
        var isStopping = false
        while !isStopping || !table.isEmpty {
            for order in orders.take() {
                switch order {
                case .ask(let id, let call, let isNew): table.ask(id, call, isNew: isNew, now: SystemClock.now)
                case .cancel(let id): table.withdraw(id, now: SystemClock.now)
                case .end(let key): table.end(key, now: SystemClock.now)
                case .endProvider(let key): table.endProvider(key, now: SystemClock.now)
                case .stop:
                    isStopping = true
                    table.endAll(now: SystemClock.now)
                }
            }
            table.goOn(now: SystemClock.now)
            finish(table.takeFinished(), said: table.takeSaid())
            if isStopping, table.isEmpty { break }
            wait(for: table, wakeup)
        }
    }

    private func wait(for table: ChildTable, _ wakeup: Wakeup) {
        var polled = PollSet()
        let woken = polled.add(wakeup.readEnd, for: .readable)
        table.watch(in: &polled)
        let now = SystemClock.now
        polled.wait(atMost: table.deadline(now: now).map { max(.zero, now.duration(to: $0)) })
        if polled[woken] != [] { wakeup.drain() }
    }

    private func finish(_ answers: [(id: FetchID, rows: ChildRows)], said: [String] = []) {
        guard !answers.isEmpty || !said.isEmpty else { return }
        state.withLock { state in
            state.said += said.prefix(Self.mostSaid - min(state.said.count, Self.mostSaid))
            for answer in answers {
                state.waiting.remove(answer.id)
                state.finished.append(answer)
            }
        }
        loop.wake()
    }
}
