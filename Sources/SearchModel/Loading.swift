import SearchSource

/// What the `loading` notification tells: everything about a search box but its list.
public struct Loading: Equatable, Sendable {
    /// Whether a search, a page or a refresh is running.
    public var isLoading: Bool
    /// Whether what runs is a refresh.
    public var isRefreshing: Bool
    /// What keeps the text from being searched for.
    public var pending: Pending?
    /// Where the list is.
    public var status: Status
    /// Whether what runs takes long.
    public var isStalled: Bool
    /// Whether `submit` would search.
    public var canSubmit: Bool
    /// The id of the detail that is opening.
    public var opening: ExactText?
    /// Whether more of what is searched is still to be given by the client.
    public var isGrowing: Bool
    /// The generation.
    public var generation: Int

    /// What `state` comes to.
    public init(_ state: borrowing SearchState) {
        let run = state.run
        isLoading = run != nil
        isRefreshing = run?.load.kind == .refresh
        pending = state.pending
        status = state.status
        isStalled = run?.isStalled ?? false
        canSubmit = state.canSubmit
        opening = state.opening.map { ExactText($0.id) }
        isGrowing = state.isGrowing
        generation = state.generation
    }

    /// Whether nothing is under way: no load, no debounce, no composing.
    public var isSettled: Bool { !isLoading && pending == nil }
}
