/// Where a next page begins: a text that only the source that made it understands.
public struct Cursor: Hashable, Sendable {
    /// The text.
    public var text: String

    /// The cursor with this text.
    public init(_ text: String) {
        self.text = text
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

    /// A request for a page.
    public init(query: String, cursor: Cursor? = nil, pageSize: Int = Pacing().pageSize) {
        self.query = query
        self.cursor = cursor
        self.pageSize = pageSize
    }
}

/// A part of a list.
public struct Page: Hashable, Sendable {
    /// The items, in order. None is the end of the list.
    public var items: [Item]

    /// Where the next page begins; nil if this is the last one.
    public var next: Cursor?

    /// How many items the whole list has, if the source says.
    public var total: Int?

    /// What may have been meant instead of the query, if the source says.
    public var suggestion: String?

    /// A page with these parts. A total that no list has, or that not every client can hold, counts as none.
    public init(items: [Item], next: Cursor? = nil, total: Int? = nil, suggestion: String? = nil) {
        self.items = items
        self.next = next
        self.total = total.flatMap { (0..<1 << 53).contains($0) ? $0 : nil }
        self.suggestion = suggestion
    }
}
