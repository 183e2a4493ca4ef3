/// Where a next page begins: a text that only the source that made it understands.
///
/// Two cursors are the same if the bytes of their texts are. A text may come from outside, as from a recording: then
/// nothing is kept with it.
public struct Cursor: Hashable, Sendable {
    /// The text.
    public var text: String

    /// What the source needs again for the next page: it lives as long as the list to which the page belongs.
    public let kept: (any AnyObject & Sendable)?

    /// The cursor with this text.
    public init(_ text: String, keeping kept: (any AnyObject & Sendable)? = nil) {
        self.text = text
        self.kept = kept
    }

    /// Whether both have the same text.
    public static func == (left: Cursor, right: Cursor) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(text))
    }
}

/// What a list source is asked for.
public struct PageRequest: Hashable, Sendable {
    /// The text to search for, without white space at its ends. May be empty, if the source's `minLength` is 0.
    public var query: String

    /// Where the page begins; nil for the first one.
    public var cursor: Cursor?

    /// How many items are wanted, at least 1. A source may give fewer or more.
    public var pageSize: Int

    /// How the query is matched, if the source leaves sessions the choice.
    public var matching: MatchOptions?

    /// Whether somebody wants to see what has become of a list meanwhile: what was kept of it does not count.
    public var isRefresh = false

    /// Whether somebody has submitted the query, where that makes a difference (`SourceInfo.heedsSubmit`).
    public var isSubmitted: Bool

    /// A request for a page, of at least one item.
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
    /// The most items that a page may have: 10,000. A page of images that comes whole has some thousand.
    public static let mostItems = 10_000

    /// The items, in order, at most `mostItems`. None is the end of the list, unless the source says its end (`SourceInfo.saysItsEnd`).
    public var items: [Item]

    /// Where the next page begins; nil if this is the last one.
    public var next: Cursor?

    /// How many items the whole list has, if the source says.
    public var total: Int?

    /// What may have been meant instead of the query, if the source says.
    public var suggestion: String?

    /// Whether some of what was asked for did not answer: the items are what did. Of parts, the last one says it.
    public var isPartial: Bool

    /// Why some of the list is missing: for each source of several that has not answered, the error, with its name.
    public var failed: [SourceError] = []

    /// Where those are asked for again; nil if none of them is.
    public var again: Cursor?

    /// A page with these parts. A total that no list has, or that not every client can hold, counts as none.
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
