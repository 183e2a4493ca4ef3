import Synchronization

/// The result of the latest search. The pages of a list are asked for one after another, and a search looks at all
/// names.
final class LatestUnicodeSearch: Sendable {
    private let latest = Mutex<(words: [[UInt8]], found: [UInt32])?>(nil)

    /// Returns the characters whose names have all of `words`, as `UnicodeSearch.scalars` does; searches only if these
    /// are not the words of the latest search.
    func scalars(_ words: [[UInt8]], isCancelled: () -> Bool) -> [UInt32]? {
        if let latest = latest.withLock({ $0 }), latest.words == words { return latest.found }
        guard let found = UnicodeSearch.scalars(words, isCancelled: isCancelled) else { return nil }
        latest.withLock { $0 = (words, found) }
        return found
    }
}
