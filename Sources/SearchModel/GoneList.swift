import Synchronization

/// A long list that is shown no more. To let go of its rows takes as long as there are many: whoever has a thread for that
/// does it there. If nobody does, they go with this.
public final class GoneList: Sendable {
    private let list: Mutex<ResultList?>

    /// How many rows are let go at once: that takes a millisecond at most.
    package static let mostAtOnce = 4096

    /// Keeps `list` until it is let go; nil if that is short.
    init?(_ list: ResultList) {
        guard list.items.count > Self.mostAtOnce else { return nil }
        self.list = Mutex(list)
    }

    /// Lets go of the rows.
    public func letGo() {
        list.withLock { $0 = nil }
    }
}
