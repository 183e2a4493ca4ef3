import Platform
import Synchronization

/// The orders to a dedicated thread, in order, and what wakes the thread to take them.
final class Orders<Order: Sendable>: Sendable {
    private struct State {
        var given: [Order] = []
        /// What wakes the thread; nil while there is no thread.
        var thread: Wakeup?
    }

    private let state = Mutex(State())

    /// Starts the thread, if there is none. It runs `serve`, which returns once it has been ordered to. Orders given
    /// before are the first that it takes.
    func startThread(_ serve: @escaping @Sendable (Wakeup) -> Void) throws(SystemError) {
        guard state.withLock({ $0.thread == nil }) else { return }
        let wakeup = try Wakeup()
        // From now on, giving an order wakes it.
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

    /// Gives an order, from any thread. Since all pending orders are taken at once, only the first one wakes the
    /// thread.
    func give(_ order: Order) {
        let sleeping = state.withLock { state in
            state.given.append(order)
            return state.given.count == 1 ? state.thread : nil
        }
        sleeping?.wake()
    }

    /// Takes the pending orders. To be called after each wakeup.
    func take() -> [Order] {
        state.withLock { state in
            guard !state.given.isEmpty else { return [] }
            defer { state.given = [] }
            return state.given
        }
    }
}
