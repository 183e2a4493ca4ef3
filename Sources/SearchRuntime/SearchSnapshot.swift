import SearchModel
import SearchSource

/// The state of a search box at one moment.
public struct SearchSnapshot: Sendable {
    /// The query of this list, without leading or trailing white space; nil before the first list.
    public let query: String?
    /// The list.
    public let items: [Item]
    /// The generation in which the list last changed.
    public let generation: Int
    /// Whether more of the list can be loaded.
    public let hasMore: Bool
    /// The total number of items, if the source says.
    public let total: Int?
    /// What may have been meant by the query, if the source says.
    public let suggestion: String?
    /// Whether some of the list is missing: loading was abandoned, or some of what was asked did not answer.
    public let isPartial: Bool
    /// Why some of the list is missing: an error for each of several sources that have not answered, with its name.
    public let failed: [SourceError]
    /// What is in progress, and what can be done.
    public let loading: Loading
    /// Why the last attempt failed; nil if it did not.
    public let error: SourceError?

    init(_ state: SearchState) {
        let list = state.list
        query = list.query
        items = list.items.array
        generation = list.generation
        hasMore = list.hasMore
        total = list.total
        suggestion = list.suggestion
        isPartial = list.isPartial || !list.failed.isEmpty
        failed = list.failed.map(\.error)
        loading = Loading(state)
        error = state.failure?.error
    }

    /// Whether nothing is in progress.
    public var isSettled: Bool { loading.isSettled }
}
