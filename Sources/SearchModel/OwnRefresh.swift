import SearchSource
import Time

/// A refresh that nobody asked for: the source has changed. It waits until the session has settled.
struct OwnRefresh: Sendable {
    /// Whether the source has changed since the list was last asked for.
    var isWanted = false
    /// When the last one began; the next one keeps its distance.
    var lastBegan: Instant?
    /// The look at a local list whether it has changed at all.
    var probe: Probe?

    /// A load that nobody is told of, and what its parts have brought.
    struct Probe: Sendable {
        let load: Load
        var items: [Item] = []
    }

    /// The least distance from one to the next, which reads `rows` rows: a client that fills a list is told of it sooner than
    /// of a file, and what costs more comes less often.
    static func leastInterval(_ traits: SearchState.Traits, rows: Int) -> Duration {
        let thousands = max((rows + mostRows - 1) / mostRows, 1)
        return .milliseconds(traits.isFilled ? 100 : 500) * thousands
    }
    /// The most rows that a server, or each of several sources, is asked for.
    static let mostRows = 1000
    /// The most rows that are asked for where the list is made on this machine.
    static let mostLocalRows = Page.mostItems
}
