/// The status of the list.
public enum Status: String, Sendable, CaseIterable {
    /// There is no list.
    case initial
    /// Something loads the list: a search, a page or a refresh.
    case fetching
    /// There is a list, and more of it can be loaded.
    case loadMore
    /// There is a complete list.
    case full
    /// The last attempt failed.
    case error
}

/// What keeps the text from being searched for.
public enum Pending: String, Sendable, CaseIterable {
    /// Typing has not paused for long enough.
    case debounce
    /// An input method has not confirmed the text yet.
    case composing
}
