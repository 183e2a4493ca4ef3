import Platform
import Synchronization

/// What a thread of its own is told to do, in order, and by what it is woken for it.
final class Orders<Order: Sendable>: Sendable {
    private struct State {
        var given: [Order] = []
        /// By what the thread is woken; nil as long as there is none.
        var thread: Wakeup?
    }

    private let state = Mutex(State())

    /// Starts the thread, if there is none: it runs `serve`, which ends once it has been told to. What was given before, it takes
    /// first.
    func startThread(_ serve: @escaping @Sendable (Wakeup) -> Void) throws(SystemError) {
        guard state.withLock({ $0.thread == nil }) else { return }
        let wakeup = try Wakeup()
        // Whoever gives an order from now on wakes it.
        state.withLock { $0.thread = wakeup }
        do {
            try WorkerThread.start { [self] in
                ThisProcess.ignoreFailedWritesOfThisThread()
                serve(wakeup)
                state.withLock { $0.thread = nil }
            }
        } catch {
            state.withLock { $0.thread = nil }
            throw error
        }
    }

    /// Gives an order, from any thread. Who takes it takes all, and is woken once for them.
    func give(_ order: Order) {
        let sleeping = state.withLock { state in
            state.given.append(order)
            return state.given.count == 1 ? state.thread : nil
        }
        sleeping?.wake()
    }

    /// Takes what was given: to be asked behind each wake-up.
    func take() -> [Order] {
        state.withLock { state in
            guard !state.given.isEmpty else { return [] }
            defer { state.given = [] }
            return state.given
        }
    }
}
