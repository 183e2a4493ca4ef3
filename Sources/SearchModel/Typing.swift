/// What keeps the text from being searched for.
@usableFromInline enum Typing: Sendable {
    /// Nothing: it is settled, or held for `submit`.
    case quiet
    /// Typing has not paused for long enough yet.
    case debouncing(Debounce)
    /// An input method has not confirmed it yet.
    case composing
}

/// A debounce. Each keystroke starts another one, even if the text is the same.
@usableFromInline struct Debounce: Equatable, Sendable {
    var serial: Int
    var delay: Duration
}
