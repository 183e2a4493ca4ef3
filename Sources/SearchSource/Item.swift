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

    /// What kind of thing it is, if the source says.
    public var kind: ItemKind?

    /// Where it stands on this machine. From what is searched here only: nobody else knows of our files.
    public var location: Location?

    /// The name of the source that it is from, if several were searched at once.
    public var source: String?

    /// What else the source says.
    public var fields: Fields

    /// What can be done with it, beyond inserting, opening and copying it.
    public var actions: [ItemAction]
}

extension Item {
    /// An item with these parts.
    public init(
        id: String, title: String, snippet: Snippet? = nil, url: String? = nil, image: String? = nil,
        insert: String? = nil, kind: ItemKind? = nil, location: Location? = nil,
        source: String? = nil, actions: [ItemAction] = [], fields: Fields = [:]
    ) {
        // At once: made part by part, it would be copied when it is whole.
        self.init(
            id: id, title: title, snippet: snippet, url: url, image: image, insert: insert, kind: kind,
            location: location, source: source, fields: fields, actions: actions)
    }

    /// Whether both look the same: texts from outside do only if their bytes are.
    public static func == (left: Item, right: Item) -> Bool {
        left.id.hasSameBytes(as: right.id) && left.title.hasSameBytes(as: right.title) && left.snippet == right.snippet
            && left.url.hasSameBytes(as: right.url) && left.image.hasSameBytes(as: right.image)
            && left.insert.hasSameBytes(as: right.insert) && left.kind == right.kind
            && left.location == right.location && left.source.hasSameBytes(as: right.source)
            && left.fields == right.fields && left.actions == right.actions
    }

    /// How many bytes of text it has, about: what it takes to keep and to write grows with that.
    package var textSize: Int {
        var size = 64 + id.utf8.count + title.utf8.count + (snippet?.size ?? 0)
        size += (url?.utf8.count ?? 0) + (image?.utf8.count ?? 0) + (insert?.utf8.count ?? 0)
        if let location { size += location.path.utf8.count }
        if let source { size += source.utf8.count }
        for action in actions { size += 32 + action.name.utf8.count + action.title.utf8.count }
        for field in fields.fields {
            size += 16 + field.name.utf8.count
            if case .text(let text) = field.value { size += text.utf8.count }
        }
        return size
    }
}

extension Span<Item> {
    /// How many of these, from the first on, have about `bytes` of text: at least one, if there is one. And how much they
    /// have.
    package func beginning(ofText bytes: Int) -> (count: Int, textSize: Int) {
        var (count, size) = (0, 0)
        while count < self.count, size < bytes {
            size += self[count].textSize
            count += 1
        }
        return (count, size)
    }
}
