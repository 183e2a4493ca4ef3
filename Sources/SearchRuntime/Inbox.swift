import Platform
import SearchModel
import SearchSource
import Synchronization

/// Requests of other threads to the thread of a search box.
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

        /// Whether it is no longer waited for, which may be so before it is opened.
        var isWithdrawn: Bool { withdrawn.withLock(\.self) }

        init(_ id: String) {
            self.id = id
        }
    }

    /// An action to perform on an item of the list of `generation`; if that is nil, of the one that is shown.
    struct Wanted: Sendable {
        let action: String
        let id: String
        let generation: Int?
    }

    /// What wakes the thread.
    let wakeup: Wakeup

    private let wishes = Mutex<[Wish]>([])

    init(_ wakeup: Wakeup) {
        self.wakeup = wakeup
    }

    func put(_ wish: Wish) {
        wishes.withLock { $0.append(wish) }
        wakeup.wake()
    }

    /// Marks the detail as no longer waited for, whether or not it is opening already.
    func withdraw(_ wanted: WantedDetail) {
        wanted.withdrawn.withLock { $0 = true }
        put(.withdrawn(wanted))
    }

    /// Takes the wishes so far, in order.
    func take() -> [Wish] {
        wishes.withLock { wishes in
            defer { wishes = [] }
            return wishes
        }
    }
}
