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

    /// The least distance from one to the next: a client that fills a list is told of it sooner than of a file.
    static func leastInterval(_ traits: SearchState.Traits) -> Duration { .milliseconds(traits.isFilled ? 100 : 500) }
    /// The most rows that are asked for.
    static let mostRows = 1000
}
