import SearchSource

/// The content of the `loading` notification: everything about a search box but its list.
public struct Loading: Equatable, Sendable {
    /// Whether a search, a page or a refresh is running.
    public var isLoading: Bool
    /// Whether that is a refresh.
    public var isRefreshing: Bool
    /// What keeps the text from being searched for.
    public var pending: Pending?
    /// The status of the list.
    public var status: Status
    /// Whether the running load takes long.
    public var isStalled: Bool
    /// Whether `submit` would search.
    public var canSubmit: Bool
    /// The id of the detail that is opening.
    public var opening: ExactText?
    /// Whether the client has yet to give more items to search.
    public var isGrowing: Bool
    /// The generation.
    public var generation: Int

    /// Whether nothing is in progress: no load, no debounce, no composing.
    public var isSettled: Bool { !isLoading && pending == nil }
}

extension Loading {
    /// Reads these members from `state`.
    public init(_ state: borrowing SearchState) {
        let run: (isRefresh: Bool, isStalled: Bool)? =
            if case .running(let run) = state.attempt { (run.load.kind == .refresh, run.isStalled) } else { nil }
        // In one call: built member by member, it would be copied once it is complete.
        self.init(
            isLoading: run != nil, isRefreshing: run?.isRefresh ?? false, pending: state.pending,
            status: state.status, isStalled: run?.isStalled ?? false, canSubmit: state.canSubmit,
            opening: state.opening.map { ExactText($0.id) }, isGrowing: state.isGrowing, generation: state.generation)
    }
}
