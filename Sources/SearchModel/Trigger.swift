import SearchSource

/// Something that has happened to a search box: the only kind of input to the view-model.
///
/// User actions and events of the host come from outside; timers and answers are fed back by
/// `SearchViewModel.transform` itself.
public enum Trigger: Sendable {
    // MARK: User actions

    /// The text was changed, or confirmed.
    case typed(TypedText)
    /// Search now: for this text, or for the one in the search box.
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

    /// What the source searches has changed: its lists are to be read again when there is time.
    case sourceChanged
    /// The client has given the source items to search; `isDone` if these were the last.
    case filled(isDone: Bool)
    /// No input will come any more.
    case inputEnded

    // MARK: Timers

    /// The debounce of the text in the search box has elapsed.
    case debounced
    /// The back-off is over, and the next page was requested meanwhile.
    case backedOff
    /// The running load takes long.
    case stalled
    /// A list whose source has changed may now be read again.
    case ownRefreshDue

    // MARK: Answers

    /// The running load has brought a part of its page, or has failed. (Indirect: every trigger is as large as the
    /// largest.)
    indirect case answered(Result<Part<Page>, SourceError>)
    /// The detail that was opening has come, or has failed.
    indirect case detailed(Result<Detail, SourceError>)
}

/// How far a list has been scrolled.
public struct Bottom: Hashable, Sendable {
    /// The generation of the list that was scrolled; nil if the client does not say.
    public var generation: Int?

    /// The number of items that the client wants to have, at least 1; nil for one more page.
    public var need: Int?

    /// A scroll to the bottom.
    public init(generation: Int? = nil, need: Int? = nil) {
        self.generation = generation
        self.need = need
    }
}

/// The text in a search box.
public struct TypedText: Sendable {
    /// The text, without leading or trailing white space.
    public var text: String

    /// Whether an input method has not confirmed it yet.
    public var isComposing: Bool

    /// A search box's text, from which white space is trimmed.
    public init(_ text: String, isComposing: Bool = false) {
        self.text = trimmed(text)
        self.isComposing = isComposing
    }
}

/// Returns `text` without leading and trailing white space.
func trimmed(_ text: String) -> String {
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    let isTrimmed = text.utf8.withContiguousStorageIfAvailable { bytes in
        guard let first = bytes.first, let last = bytes.last else { return true }
        return visible ~= first && visible ~= last
    }
    if isTrimmed == true { return text }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
}
