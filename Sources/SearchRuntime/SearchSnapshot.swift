import SearchModel
import SearchSource

/// Everything that there is to see of a search box at one moment.
public struct SearchSnapshot: Sendable {
    /// The text whose list this is, without white space at its ends; nil before the first list.
    public let query: String?
    /// The list.
    public let items: [Item]
    /// In which generation the list last changed.
    public let generation: Int
    /// Whether more of it can be loaded.
    public let hasMore: Bool
    /// How many items there are in all, if the source says.
    public let total: Int?
    /// What may have been meant, if the source says.
    public let suggestion: String?
    /// Whether some of what was asked for did not answer.
    public let isPartial: Bool
    /// Why some of the list is missing: of several sources those that have not answered, each error with its name.
    public let failed: [SourceError]
    /// What is under way, and what can be done.
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

    /// Whether nothing is under way.
    public var isSettled: Bool { loading.isSettled }
}
