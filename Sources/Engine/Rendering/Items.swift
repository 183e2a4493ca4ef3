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
        Property(ifPresent: "kind", as: .itemKind, "what kind of thing it is") { $0.kind?.rawValue },
        Location.property { $0.location },
        Property(ifPresent: "source", "the source that it is from, if several were searched at once") { $0.source },
        Property(
            "actions", .array(.shape(.itemAction)), isRequired: false,
            "what `perform` can do with it, beyond inserting, opening and copying it",
            isWritten: { !$0.actions.isEmpty }
        ) { writer, item in
            writer.array { $0.objects(item.actions.span, ItemAction.properties) }
        },
        Property("fields", .map(.scalar), "what else the source says") { $0.fields($1.fields) },
    ]
}

extension ItemAction {
    /// An action on the wire and in records.
    fileprivate static let properties: [Property<ItemAction>] = [
        Property("name", "the word by which `perform` asks for it") { $0.name },
        Property("title", "what a menu calls it") { $0.title },
    ]
}

extension Performed {
    /// What has come of an action, on the wire and in records.
    static let properties: [Property<Performed>] = [
        Property(ifPresent: "message", "one line for a person") { $0.message },
        Property(ifTrue: "changed", "whether the source has other items now; the list is read anew by itself") {
            $0.hasChanged
        },
    ]
}

extension Detail {
    /// A detail on the wire and in records.
    static let properties: [Property<Detail>] = [
        Property("id", "the item's id") { $0.id },
        Property("title", "its name") { $0.title },
        Property("text", "what there is to read") { $0.text },
        Property(ifPresent: "format", as: .textFormat, "how the text is meant to be read, if it is not plain") {
            $0.format?.rawValue
        },
        Property(ifPresent: "language", "in which language code is written, a word like `swift`") { $0.language },
        Location.property { $0.location },
        Property(
            "range", .shape(.lineRange), isRequired: false, "which lines of the text were looked for",
            isWritten: { $0.range != nil }
        ) { writer, detail in
            writer.object {
                $0.member("first", detail.range?.lowerBound ?? 1)
                $0.member("last", detail.range?.upperBound ?? 1)
            }
        },
        Property(ifPresent: "url", "where it can be looked at") { $0.url },
        Property(ifPresent: "image", "a picture of it") { $0.image },
        Property("fields", .map(.scalar), "what else the source says") { $0.fields($1.fields) },
    ]
}

extension Location {
    /// A place on the wire and in records.
    private static let properties: [Property<Location>] = [
        Property("path", "the file's path") { $0.path },
        Property(ifPresent: "line", atLeast: 1, "the line, from 1") { $0.line },
        Property(ifPresent: "column", atLeast: 1, "the column, from 1, in Unicode code points") { $0.column },
    ]

    /// The member `location` of what has one.
    fileprivate static func property<Whole>(
        of part: @escaping @Sendable (Whole) -> Location?
    ) -> Property<Whole> {
        Property(
            "location", .shape(Shape("Location", "a place in a file, for an editor to jump to", properties.members())),
            isRequired: false, "where it stands on this machine", isWritten: { part($0) != nil }
        ) { writer, whole in
            if let location = part(whole) { writer.object(location, properties) }
        }
    }
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
        Property(ifTrue: "partial", "whether some of what was asked for did not answer") { $0.isPartial },
        Property(
            "failed", .array(.shape(.failure)), isRequired: false, "of several sources those that have not answered",
            isWritten: { !$0.failed.isEmpty }
        ) { writer, page in
            writer.array { $0.objects(page.failed.span, SourceError.recordedProperties) }
        },
        Property(ifPresent: "again", "where those are asked for again") { $0.again?.text },
    ]
}

extension Shape {
    /// One thing that a search has found.
    static let item = Shape(
        "Item", "one thing that a search has found; all text is plain", Item.properties.members())

    /// One item at full length.
    static let detail = Shape(
        "Detail", "one item at full length; all text is plain, but for what `format` says", Detail.properties.members())

    /// Something that can be done with an item.
    fileprivate static let itemAction = Shape(
        "ItemAction", "something that can be done with an item", ItemAction.properties.members())

    /// Some lines of a text.
    fileprivate static let lineRange = Shape(
        "LineRange", "some lines of a text",
        [
            Member("first", .integer(atLeast: 1), "the first of them, from 1"),
            Member("last", .integer(atLeast: 1), "the last of them"),
        ])
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
