/// One thing that a search has found.
public struct Item: Hashable, Sendable {
    /// What it is known by: a string that stays the same from search to search.
    public var id: String

    /// Its name, plain text.
    public var title: String

    /// A piece of text about it.
    public var snippet: Snippet?

    /// Where it can be looked at.
    public var url: String?

    /// A picture of it.
    public var image: String?

    /// What an editor would insert for it.
    public var insert: String?

    /// What else the source says.
    public var fields: Fields

    /// An item with these parts.
    @inlinable
    public init(
        id: String, title: String, snippet: Snippet? = nil, url: String? = nil, image: String? = nil,
        insert: String? = nil, fields: Fields = [:]
    ) {
        self.id = id
        self.title = title
        self.snippet = snippet
        self.url = url
        self.image = image
        self.insert = insert
        self.fields = fields
    }
}
