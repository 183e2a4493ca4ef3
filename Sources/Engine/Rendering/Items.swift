import JSON
import SearchSource

extension Item {
    /// An item on the wire and in records.
    static let properties: [Property<Item>] = [
        Property("id", "what it is known by: it stays the same from search to search") { $0.id },
        Property("title", "its name") { $0.title },
        Property(
            "snippet", .array(.string), isRequired: false,
            "a piece of text, cut so that the odd elements are the matches; joined, it is the plain text",
            isWritten: { $0.snippet != nil }
        ) { writer, item in
            writer.array { writer in item.snippet?.forEachPart { writer.string(utf8: $0) } }
        },
        Property(ifPresent: "url", "where it can be looked at") { $0.url },
        Property(ifPresent: "image", "a picture of it") { $0.image },
        Property(ifPresent: "insert", "what an editor would insert for it") { $0.insert },
        Property("fields", .map(.scalar), "what else the source says") { $0.fields($1.fields) },
    ]
}

extension Item {
    /// How many bytes of text it has, about: what rendering it costs grows with that.
    @inline(__always)
    var textSize: Int {
        var size = 64 + id.utf8.count + title.utf8.count + (snippet?.size ?? 0)
        size += (url?.utf8.count ?? 0) + (image?.utf8.count ?? 0) + (insert?.utf8.count ?? 0)
        for field in fields.fields {
            size += 16 + field.name.utf8.count
            if case .text(let text) = field.value { size += text.utf8.count }
        }
        return size
    }
}

extension Detail {
    /// A detail on the wire and in records.
    static let properties: [Property<Detail>] = [
        Property("id", "the item's id") { $0.id },
        Property("title", "its name") { $0.title },
        Property("text", "what there is to read") { $0.text },
        Property(ifPresent: "url", "where it can be looked at") { $0.url },
        Property(ifPresent: "image", "a picture of it") { $0.image },
        Property("fields", .map(.scalar), "what else the source says") { $0.fields($1.fields) },
    ]
}

extension Page {
    /// A page in records.
    static let properties: [Property<Page>] = [
        Property("items", .array(.shape(.item)), "the items") { writer, page in
            writer.array { $0.objects(page.items.span, Item.properties) }
        },
        Property(ifPresent: "next", "where the next page begins") { $0.next?.text },
        Property(ifPresent: "total", atLeast: 0, "how many the source has in all, if it says") { $0.total },
        Property(ifPresent: "suggestion", "what may have been meant, if the source says") { $0.suggestion },
    ]
}

extension Shape {
    /// One thing that a search has found.
    static let item = Shape(
        "Item", "one thing that a search has found; all text is plain", Item.properties.members())

    /// One item at full length.
    static let detail = Shape("Detail", "one item at full length; all text is plain", Detail.properties.members())
}

extension JSONWriter {
    fileprivate mutating func fields(_ fields: Fields) {
        object {
            for field in fields.fields {
                switch field.value {
                case .text(let text): $0.member(named: field.name, text)
                case .integer(let number): $0.member(named: field.name, number)
                case .boolean(let value): $0.member(named: field.name, value)
                }
            }
        }
    }
}
