import Platform
import SearchModel
import SearchSource
import Synchronization

/// What other threads want of a search box's own.
final class Inbox: Sendable {
    /// One wish.
    enum Wish: Sendable {
        case trigger(Trigger)
        case open(String, CheckedContinuation<Result<Detail, SourceError>?, Never>)
        case perform(Wanted, CheckedContinuation<Result<Performed, SourceError>?, Never>)
        case observe(AsyncStream<SearchSnapshot>.Continuation)
        case close
    }

    /// What is to be done with an item of the list of `generation`; nil for the one that is shown.
    struct Wanted: Sendable {
        let action: String
        let id: String
        let generation: Int?
    }

    /// By what the thread is woken.
    let wakeup: Wakeup

    private let wishes = Mutex<[Wish]>([])

    init(_ wakeup: Wakeup) {
        self.wakeup = wakeup
    }

    func put(_ wish: Wish) {
        wishes.withLock { $0.append(wish) }
        wakeup.wake()
    }

    /// The wishes so far, in order.
    func take() -> [Wish] {
        wishes.withLock { wishes in
            defer { wishes = [] }
            return wishes
        }
    }
}
