import Synchronization

/// A long list that is no longer shown. Releasing its rows takes time in proportion to their number, so a host that has
/// a thread for that calls `letGo` there. Otherwise they are released with this object.
public final class GoneList: Sendable {
    private let list: Mutex<ResultList?>

    /// The number of rows that may be released in one go, which takes a millisecond at most.
    package static let mostAtOnce = 4096

    /// Keeps `list` until `letGo` is called. Returns nil if the list is short.
    init?(_ list: ResultList) {
        guard list.items.count > Self.mostAtOnce else { return nil }
        self.list = Mutex(list)
    }

    /// Releases the rows.
    public func letGo() {
        list.withLock { $0 = nil }
    }
}
