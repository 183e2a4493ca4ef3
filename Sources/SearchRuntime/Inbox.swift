import Platform
import SearchModel
import SearchSource
import Synchronization

/// What other threads want of a search box's own.
final class Inbox: Sendable {
    enum Wish: Sendable {
        case trigger(Trigger)
        case open(WantedDetail, CheckedContinuation<Result<Detail, SourceError>?, Never>)
        case withdrawn(WantedDetail)
        case perform(Wanted, CheckedContinuation<Result<Performed, SourceError>?, Never>)
        case observe(AsyncStream<SearchSnapshot>.Continuation)
        case close
    }

    /// A detail that somebody waits for.
    final class WantedDetail: Sendable {
        let id: String
        fileprivate let withdrawn = Mutex(false)

        /// Whether nobody waits any more. That may be so before it is opened.
        var isWithdrawn: Bool { withdrawn.withLock(\.self) }

        init(_ id: String) {
            self.id = id
        }
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

    /// Nobody waits for this detail any more, whether it is opening already or not.
    func withdraw(_ wanted: WantedDetail) {
        wanted.withdrawn.withLock { $0 = true }
        put(.withdrawn(wanted))
    }

    /// The wishes so far, in order.
    func take() -> [Wish] {
        wishes.withLock { wishes in
            defer { wishes = [] }
            return wishes
        }
    }
}
