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

    /// What there is to read: plain text, entities decoded, or what `format` says.
    public var text: String

    /// How the text is meant to be read; nil if it is plain.
    public var format: TextFormat?

    /// In which language a text of the format `code` is written: a word like `swift`, if the source says.
    public var language: String?

    /// Where the text stands on this machine: the place of its first line, or what of it was found.
    public var location: Location?

    /// Which lines of the text are to be told apart, from 1: those that were looked for.
    public var range: ClosedRange<Int>?

    /// Where it can be looked at.
    public var url: String?

    /// A picture of it.
    public var image: String?

    /// What else the source says.
    public var fields: Fields

    /// A detail with these parts.
    public init(
        id: String, title: String, text: String, format: TextFormat? = nil, language: String? = nil,
        location: Location? = nil, range: ClosedRange<Int>? = nil, url: String? = nil, image: String? = nil,
        fields: Fields = [:]
    ) {
        self.id = id
        self.title = title
        self.text = text
        self.format = format
        self.language = language
        self.location = location
        self.range = range
        self.url = url
        self.image = image
        self.fields = fields
    }
}
