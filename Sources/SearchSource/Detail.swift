/// A request to a detail source.
public struct DetailRequest: Hashable, Sendable {
    /// The id of an item, which need not be in any list.
    public var id: String

    /// The item, if it is in the list from which the detail was opened.
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

    /// The item's name, in plain text.
    public var title: String

    /// The text to read: plain text with entities decoded, or in the format that `format` names.
    public var text: String

    /// How the text is to be read; nil if it is plain.
    public var format: TextFormat?

    /// The language of a text of the format `code`, as a word like `swift`, if the source says.
    public var language: String?

    /// Where the text is on this machine: the position of its first line, or of what was found in it.
    public var location: Location?

    /// The lines of the text to highlight, from 1: those that were searched for.
    public var range: ClosedRange<Int>?

    /// The URL at which it can be viewed.
    public var url: String?

    /// The URL of a picture of it.
    public var image: String?

    /// Whatever else the source says.
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
