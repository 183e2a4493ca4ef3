import SearchSource

/// Something that has happened to a search box: the one kind of input that the view-model has.
///
/// What a person does and what the host says comes from outside; timers and answers are fed back by
/// `SearchViewModel.transform` itself.
public enum Trigger: Sendable {
    // MARK: A person

    /// The text was changed, or confirmed.
    case typed(TypedText)
    /// Search now: for this text, or for the one in the box.
    case submitted(String?)
    /// The list was pulled to refresh.
    case refreshed
    /// The end of the list came into sight.
    case reachedBottom(Bottom)
    /// Repeat what failed.
    case retried
    /// Stop everything.
    case cancelled
    /// Open a detail; nil closes the one that is opening.
    case opened(Opening?)

    // MARK: The host

    /// What the source searches has changed: its lists are to be read anew when there is time.
    case sourceChanged
    /// The client has given the source something to search; `isDone` if that is all of it.
    case filled(isDone: Bool)
    /// No input will come any more.
    case inputEnded

    // MARK: Timers

    /// The debounce of the text in the box is over.
    case debounced
    /// The back-off is over, and somebody wished for the next page meanwhile.
    case backedOff
    /// What runs takes long.
    case stalled
    /// A list whose source has changed may be read anew.
    case ownRefreshDue

    // MARK: Answers

    /// What runs has brought a part of its page, or has failed. (Indirect: every trigger is as large as the largest.)
    indirect case answered(Result<Part<Page>, SourceError>)
    /// The detail that was opening is there, or has failed.
    indirect case detailed(Result<Detail, SourceError>)
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
public struct TypedText: Sendable {
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
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = text.utf8.first, let last = text.utf8.last, visible ~= first, visible ~= last { return text }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
}
