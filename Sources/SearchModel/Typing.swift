/// What keeps a text from being searched for.
enum Typing: Sendable {
    /// Nothing: it is settled, or held for `submit`.
    case quiet
    /// Its typing has not paused for long enough yet.
    case debouncing(Debounce)
    /// An input method has not confirmed it.
    case composing
}

/// One debounce. Each keystroke begins another one, also with equal text.
struct Debounce: Equatable, Sendable {
    var serial: Int
    var delay: Duration
}
