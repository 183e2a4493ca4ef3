/// Something that has happened, to a search box or to its timers.
enum Trigger {
    /// The text was changed, or confirmed.
    case typed(String, isComposing: Bool)
    /// The debounce of a text is over.
    case settled(String)
    /// Search now: for this text, or for the one in the box.
    case submitted(String?)
    /// The list was pulled to refresh. (The throttle is behind us.)
    case refreshed
    /// The end of the list came into sight.
    case reachedBottom(Bottom)
    /// The back-off is over, and somebody wished for the next page meanwhile.
    case backedOff
    /// Repeat what failed.
    case retried
    /// Stop everything.
    case cancelled
    /// No input will come any more.
    case inputEnded
}

/// How far a list has been scrolled.
public struct Bottom: Hashable, Sendable {
    /// The generation of the list that was scrolled; nil if the client does not say.
    public var generation: Int?

    /// How many items the client wants to have, at least 1; nil for one more page.
    public var need: Int?

    /// A scroll to the bottom.
    public init(generation: Int? = nil, need: Int? = nil) {
        self.generation = generation
        self.need = need
    }
}

/// A text as it stands in the search box.
public struct TypedText: Hashable, Sendable {
    /// The text, without white space at its ends.
    public var text: String

    /// Whether an input method has not confirmed it yet.
    public var isComposing: Bool

    /// `text` in a search box.
    public init(_ text: String, isComposing: Bool = false) {
        self.text = trimmed(text)
        self.isComposing = isComposing
    }
}

/// `text` without white space at its ends.
func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
}
