/// Where the next page begins: a string that only the source that made it understands.
///
/// Cursors are equal if their texts have the same bytes. A text may come from outside, for example from a recording;
/// then nothing is kept with it.
public struct Cursor: Hashable, Sendable {
    /// The text.
    public var text: String

    /// What the source needs for the next page. It lives as long as the list to which the page belongs.
    public let kept: (any AnyObject & Sendable)?

    /// A cursor with this text.
    public init(_ text: String, keeping kept: (any AnyObject & Sendable)? = nil) {
        self.text = text
        self.kept = kept
    }

    /// Whether both have the same text, by its bytes.
    public static func == (left: Cursor, right: Cursor) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(text))
    }
}

/// A request to a list source.
public struct PageRequest: Hashable, Sendable {
    /// The text to search for, without leading or trailing white space. May be empty if the source's `minLength` is 0.
    public var query: String

    /// Where the page begins; nil for the first one.
    public var cursor: Cursor?

    /// The number of items that are wanted, at least 1. A source may return fewer or more.
    public var pageSize: Int

    /// How the query is matched, if the source lets sessions choose.
    public var matching: MatchOptions?

    /// Whether this is a refresh, which asks for the current state: what the source has cached of the list does not
    /// count.
    public var isRefresh = false

    /// Whether the query was submitted, if that makes a difference (`SourceInfo.heedsSubmit`).
    public var isSubmitted: Bool

    /// A request for a page. A `pageSize` below 1 counts as 1.
    public init(
        query: String, cursor: Cursor? = nil, pageSize: Int = Pacing().pageSize, matching: MatchOptions? = nil,
        isSubmitted: Bool = false
    ) {
        self.query = query
        self.cursor = cursor
        self.pageSize = max(pageSize, 1)
        self.matching = matching
        self.isSubmitted = isSubmitted
    }
}

/// A part of a list.
public struct Page: Hashable, Sendable {
    /// The maximum number of items of a page: 10,000. A page of images that comes in one piece has a few thousand.
    public static let mostItems = 10_000

    /// The items, in order, at most `mostItems`. An empty page is the end of the list, unless the source says its end
    /// (`SourceInfo.saysItsEnd`).
    public var items: [Item]

    /// Where the next page begins; nil if this is the last one.
    public var next: Cursor?

    /// How many items the whole list has, if the source says.
    public var total: Int?

    /// What may have been meant by the query, if the source says.
    public var suggestion: String?

    /// Whether part of what was asked did not answer: the items are from the rest. For a page in parts, the last one
    /// says it.
    public var isPartial: Bool

    /// Why some of the list is missing: an error for each of several sources that have not answered, with its name.
    public var failed: [SourceError] = []

    /// Where to ask those sources again; nil if there are none.
    public var again: Cursor?

    /// A page with these parts. A total that is negative, or that not every client can represent, counts as nil.
    public init(
        items: [Item], next: Cursor? = nil, total: Int? = nil, suggestion: String? = nil, isPartial: Bool = false
    ) {
        self.items = items
        self.next = next
        self.total = total.flatMap { (0..<1 << 53).contains($0) ? $0 : nil }
        self.suggestion = suggestion
        self.isPartial = isPartial
    }
}
