/// The result of a call, as far as it is known when the call is made. Being busy is an outcome, never an error.
public enum Outcome: String, Sendable, CaseIterable {
    /// A load has begun.
    case started
    /// A debounce is running; its outcome is not known yet.
    case scheduled
    /// An input method has not confirmed the text yet; nothing happens until it does.
    case composing
    /// The text is shorter than the minimum length.
    case tooShort
    /// The text is the query that is already shown or loading.
    case unchanged
    /// The text is kept for `submit`.
    case held
    /// A load is in progress; nothing new has begun.
    case loading
    /// The list is at its end.
    case full
    /// There is nothing to act on.
    case idle
    /// The refresh came too soon after the previous one.
    case throttled
    /// The page failed a moment ago. It is retried automatically when the back-off is over.
    case backingOff
    /// The call was about a list that is no longer shown.
    case stale
    /// `submit` is not possible now.
    case disabled
    /// Whatever was pending, running or opening has been stopped.
    case cancelled
}
