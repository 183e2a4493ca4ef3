import Synchronization

/// Whether something that runs elsewhere is wanted still, and what ends it there.
final class Wanting: Sendable {
    private struct State {
        var isOver = false
        var ending: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// It is wanted no more. Saying so again changes nothing.
    func end() {
        let ending = state.withLock { state in
            defer { state.ending = nil }
            state.isOver = true
            return state.ending
        }
        ending?()
    }

    /// Has `body` called once, when it is wanted no more; answers false if that is so already.
    func whenOver(_ body: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.ending = body
            return true
        }
    }
}
