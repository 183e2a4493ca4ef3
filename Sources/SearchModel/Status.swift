/// Where the list is.
public enum Status: String, Sendable, CaseIterable {
    /// There is no list.
    case initial
    /// Something loads the list: a search, a page or a refresh.
    case fetching
    /// There is a list, and more of it to load.
    case loadMore
    /// There is a list, and no more of it.
    case full
    /// The last attempt failed.
    case error
}

/// What keeps a text from being searched for.
public enum Pending: String, Sendable, CaseIterable {
    /// Typing has not paused for long enough.
    case debounce
    /// An input method has not confirmed the text.
    case composing
}
