/// One result of a search.
public struct Item: Hashable, Sendable {
    /// A string that identifies the item and stays the same from search to search.
    public var id: String

    /// Its name, in plain text.
    public var title: String

    /// A piece of text about it.
    public var snippet: Snippet?

    /// The URL at which it can be viewed.
    public var url: String?

    /// The URL of a picture of it.
    public var image: String?

    /// The text that an editor would insert for it.
    public var insert: String?

    /// What kind of thing it is, if the source says.
    public var kind: ItemKind?

    /// Where it is on this machine. Set only for what is searched here: nobody else knows our files.
    public var location: Location?

    /// The name of the source that it comes from, if several were searched at once.
    public var source: String?

    /// Whatever else the source says.
    public var fields: Fields

    /// What can be done with it besides inserting, opening and copying it.
    public var actions: [ItemAction]
}

extension Item {
    /// An item with these parts.
    public init(
        id: String, title: String, snippet: Snippet? = nil, url: String? = nil, image: String? = nil,
        insert: String? = nil, kind: ItemKind? = nil, location: Location? = nil,
        source: String? = nil, actions: [ItemAction] = [], fields: Fields = [:]
    ) {
        // In one call: built member by member, the item would be copied once it is complete.
        self.init(
            id: id, title: title, snippet: snippet, url: url, image: image, insert: insert, kind: kind,
            location: location, source: source, fields: fields, actions: actions)
    }

    /// Whether both have the same members. Strings are compared by their bytes.
    public static func == (left: Item, right: Item) -> Bool {
        left.id.hasSameBytes(as: right.id) && left.title.hasSameBytes(as: right.title) && left.snippet == right.snippet
            && left.url.hasSameBytes(as: right.url) && left.image.hasSameBytes(as: right.image)
            && left.insert.hasSameBytes(as: right.insert) && left.kind == right.kind
            && left.location == right.location && left.source.hasSameBytes(as: right.source)
            && left.fields == right.fields && left.actions == right.actions
    }

    /// The approximate size of its text, in bytes. The cost of keeping and writing the item grows with it.
    package var textSize: Int {
        var size = 64 + id.utf8.count + title.utf8.count + (snippet?.size ?? 0)
        size += (url?.utf8.count ?? 0) + (image?.utf8.count ?? 0) + (insert?.utf8.count ?? 0)
        if let location { size += location.path.utf8.count }
        if let source { size += source.utf8.count }
        for action in actions { size += 32 + action.name.utf8.count + action.title.utf8.count }
        return size + fields.size
    }
}

extension Span<Item> {
    /// Returns how many items, from the first on, have about `bytes` of text (at least one, if there is one), and how
    /// much they have.
    package func beginning(ofText bytes: Int) -> (count: Int, textSize: Int) {
        var (count, size) = (0, 0)
        while count < self.count, size < bytes {
            size += self[count].textSize
            count += 1
        }
        return (count, size)
    }
}
