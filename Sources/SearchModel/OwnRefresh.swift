import SearchSource
import Time

/// A refresh that nobody requested, because the source has changed. It waits until the session has settled.
struct OwnRefresh: Sendable {
    /// Whether the source has changed since the list was last requested.
    var isWanted = false
    /// When the last one began. The next one keeps a minimum distance from it.
    var lastBegan: Instant?
    /// The check of a local list for changes, if one is running.
    var probe: Probe?

    /// A load that is not reported to anybody, and the items that its parts have brought.
    struct Probe: Sendable {
        let load: Load
        var items: [Item] = []
    }

    /// Returns the minimum interval between two own refreshes, the next of which reads `rows` rows. It is shorter for a
    /// list that the client fills than for a file, and longer the more a refresh costs.
    static func leastInterval(_ traits: SearchState.Traits, rows: Int) -> Duration {
        let thousands = max((rows + mostRows - 1) / mostRows, 1)
        return .milliseconds(traits.isFilled ? 100 : 500) * thousands
    }
    /// The maximum number of rows to request from a server, or from each of several sources.
    static let mostRows = 1000
    /// The maximum number of rows to request from a single source that makes its lists on this machine.
    static let mostLocalRows = Page.mostItems
}
