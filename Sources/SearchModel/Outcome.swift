/// What a call came to, as far as that is known when it is made. Being busy is an outcome, never an error.
public enum Outcome: String, Sendable, CaseIterable {
    /// A load has begun.
    case started
    /// A debounce is running; what it comes to is not known yet.
    case scheduled
    /// An input method has not confirmed the text; nothing happens until it does.
    case composing
    /// The text is shorter than the minimum length.
    case tooShort
    /// The text is the query that is shown or loading already.
    case unchanged
    /// The text is kept for `submit`.
    case held
    /// A load is under way; nothing new has begun.
    case loading
    /// The list is at its end.
    case full
    /// There is nothing to do it on.
    case idle
    /// A refresh came too soon after the one before.
    case throttled
    /// The page failed a moment ago. It is tried again by itself when the back-off is over.
    case backingOff
    /// The call was about a list that is not there any more.
    case stale
    /// `submit` is not possible now.
    case disabled
    /// What was pending, running or opening has been stopped.
    case cancelled
}
