/// What a detail source is asked for.
public struct DetailRequest: Hashable, Sendable {
    /// The id of an item. It need not be in any list.
    public var id: String

    /// The item, if it stands in the list from which the detail was opened.
    public var item: Item?

    /// A request for the detail of `id`.
    public init(id: String, item: Item? = nil) {
        self.id = id
        self.item = item
    }
}

/// One item at full length.
public struct Detail: Hashable, Sendable {
    /// The item's id.
    public var id: String

    /// Its name, plain text.
    public var title: String

    /// What there is to read, plain text: no markup, entities decoded.
    public var text: String

    /// Where it can be looked at.
    public var url: String?

    /// A picture of it.
    public var image: String?

    /// What else the source says.
    public var fields: Fields

    /// A detail with these parts.
    public init(
        id: String, title: String, text: String, url: String? = nil, image: String? = nil, fields: Fields = [:]
    ) {
        self.id = id
        self.title = title
        self.text = text
        self.url = url
        self.image = image
        self.fields = fields
    }
}
