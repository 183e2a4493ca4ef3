import Synchronization

/// Whether something that runs elsewhere is still wanted, and how to end it there.
final class Wanting: Sendable {
    private struct State {
        var isOver = false
        var ending: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Marks it as no longer wanted. Calling this again has no effect.
    func end() {
        let ending = state.withLock { state in
            defer { state.ending = nil }
            state.isOver = true
            return state.ending
        }
        ending?()
    }

    /// Registers `body` to be called once, when it is no longer wanted. Returns false if that is already the case.
    func whenOver(_ body: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.ending = body
            return true
        }
    }
}
