import JSON
import SearchSource

extension Item: Described {
    /// An item on the wire and in records.
    static func describe(_ list: inout some MemberList<Item>) {
        list.add("id", "its identifier, which stays the same from search to search") { $0.id }
        list.add("title", "its name") { $0.title }
        list.add(
            "snippet", .array(.string), isRequired: false,
            "a piece of text, split so that the odd elements are the matches; joined, they are the plain text",
            isWritten: { $0.snippet != nil }
        ) { writer, item in
            writer.array { writer in item.snippet?.forEachPart { writer.string(utf8: $0) } }
        }
        list.add(ifPresent: "url", "its URL") { $0.url }
        list.add(ifPresent: "image", "the URL of a picture of it") { $0.image }
        list.add(ifPresent: "insert", "what an editor inserts for it") { $0.insert }
        list.add(ifPresent: "kind", as: .itemKind, "what kind of thing it is") { $0.kind?.rawValue }
        list.add(ifPresent: "location", as: .location, "where it is on this machine") { $0.location }
        list.add(ifPresent: "source", "the source it came from, if several were searched at once") { $0.source }
        list.add(
            "actions", .array(.shape(.itemAction)), isRequired: false,
            "what `perform` can do with it, besides inserting, opening and copying",
            isWritten: { !$0.actions.isEmpty }
        ) { writer, item in
            writer.array { $0.objects(item.actions.span) }
        }
        list.add("fields", .map(.scalar), "what else the source says") { $0.fields($1.fields) }
    }
}

extension ItemAction: Described {
    /// An action on the wire and in records.
    static func describe(_ list: inout some MemberList<ItemAction>) {
        list.add("name", "its name in `perform`") { $0.name }
        list.add("title", "its title in a menu") { $0.title }
    }
}

extension Performed: Described {
    /// The result of an action on the wire and in records.
    static func describe(_ list: inout some MemberList<Performed>) {
        list.add(ifPresent: "message", "one line for the person") { $0.message }
        list.add(ifTrue: "changed", "whether the source has other items now; the list is then reloaded automatically") {
            $0.hasChanged
        }
    }
}

extension Detail: Described {
    /// A detail on the wire and in records.
    static func describe(_ list: inout some MemberList<Detail>) {
        list.add("id", "the item's id") { $0.id }
        list.add("title", "its name") { $0.title }
        list.add("text", "the text to read") { $0.text }
        list.add(ifPresent: "format", as: .textFormat, "how to read the text, if it is not plain") {
            $0.format?.rawValue
        }
        list.add(ifPresent: "language", "the language of code, a word like `swift`") { $0.language }
        list.add(ifPresent: "location", as: .location, "where it is on this machine") { $0.location }
        list.add(ifPresent: "range", as: .lineRange, "which lines of the text were looked for") { $0.range }
        list.add(ifPresent: "url", "its URL") { $0.url }
        list.add(ifPresent: "image", "the URL of a picture of it") { $0.image }
        list.add("fields", .map(.scalar), "what else the source says") { $0.fields($1.fields) }
    }
}

extension ClosedRange: Described where Bound == Int {
    /// A range of lines on the wire and in records.
    static func describe(_ list: inout some MemberList<ClosedRange<Int>>) {
        list.add("first", atLeast: 1, "the first line, from 1") { $0.lowerBound }
        list.add("last", atLeast: 1, "the last line") { $0.upperBound }
    }
}

extension Location: Described {
    /// A place on the wire and in records.
    static func describe(_ list: inout some MemberList<Location>) {
        list.add("path", "the file's path") { $0.path }
        list.add(ifPresent: "line", atLeast: 1, "the line, from 1") { $0.line }
        list.add(ifPresent: "column", atLeast: 1, "the column, from 1, in Unicode code points") { $0.column }
    }
}

extension Page: Described {
    /// A page in records.
    static func describe(_ list: inout some MemberList<Page>) {
        list.add("items", .array(.shape(.item)), "the items") { writer, page in
            writer.array { $0.objects(page.items.span) }
        }
        list.add(ifPresent: "next", "where the next page begins") { $0.next?.text }
        list.add(ifPresent: "total", atLeast: 0, "the total number of results, if the source says") { $0.total }
        list.add(ifPresent: "suggestion", "what may have been meant instead, if the source says") { $0.suggestion }
        list.add(ifTrue: "partial", "whether some of what was requested did not answer") { $0.isPartial }
        list.add(
            "failed", .array(.shape(.failure)), isRequired: false, "of several sources those that have not answered",
            isWritten: { !$0.failed.isEmpty }
        ) { writer, page in
            writer.array { $0.objects(page.failed.span) }
        }
        list.add(ifPresent: "again", "where those are asked for again") { $0.again?.text }
    }
}

extension Shape {
    static let item = Shape(
        "Item", "one result of a search; all text is plain", Item.members)

    static let detail = Shape(
        "Detail", "the detail of an item; all text is plain, except as `format` says", Detail.members)

    fileprivate static let location = Shape("Location", "a place in a file, for an editor to jump to", Location.members)

    fileprivate static let itemAction = Shape(
        "ItemAction", "an action on an item", ItemAction.members)

    fileprivate static let lineRange = Shape("LineRange", "a range of lines of a text", ClosedRange<Int>.members)
}

extension JSONWriter {
    fileprivate mutating func fields(_ fields: Fields) {
        object { writer in
            fields.forEach { name, value in
                writer.name(utf8: name)
                switch value {
                case .text(let text): writer.string(utf8: text)
                case .integer(let number): writer.integer(number)
                case .boolean(let value): writer.boolean(value)
                }
            }
        }
    }
}
