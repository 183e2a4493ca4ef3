import JSON
import SearchSource

extension Item: Described {
    /// An item on the wire and in records.
    static func describe(_ list: inout some MemberList<Item>) {
        list.add("id", "what it is known by: it stays the same from search to search") { $0.id }
        list.add("title", "its name") { $0.title }
        list.add(
            "snippet", .array(.string), isRequired: false,
            "a piece of text, cut so that the odd elements are the matches; joined, it is the plain text",
            isWritten: { $0.snippet != nil }
        ) { writer, item in
            writer.array { writer in item.snippet?.forEachPart { writer.string(utf8: $0) } }
        }
        list.add(ifPresent: "url", "where it can be looked at") { $0.url }
        list.add(ifPresent: "image", "a picture of it") { $0.image }
        list.add(ifPresent: "insert", "what an editor would insert for it") { $0.insert }
        list.add(ifPresent: "kind", as: .itemKind, "what kind of thing it is") { $0.kind?.rawValue }
        list.add(ifPresent: "location", as: .location, "where it stands on this machine") { $0.location }
        list.add(ifPresent: "source", "the source that it is from, if several were searched at once") { $0.source }
        list.add(
            "actions", .array(.shape(.itemAction)), isRequired: false,
            "what `perform` can do with it, beyond inserting, opening and copying it",
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
        list.add("name", "the word by which `perform` asks for it") { $0.name }
        list.add("title", "what a menu calls it") { $0.title }
    }
}

extension Performed: Described {
    /// The result of an action on the wire and in records.
    static func describe(_ list: inout some MemberList<Performed>) {
        list.add(ifPresent: "message", "one line for a person") { $0.message }
        list.add(ifTrue: "changed", "whether the source has other items now; the list is read anew by itself") {
            $0.hasChanged
        }
    }
}

extension Detail: Described {
    /// A detail on the wire and in records.
    static func describe(_ list: inout some MemberList<Detail>) {
        list.add("id", "the item's id") { $0.id }
        list.add("title", "its name") { $0.title }
        list.add("text", "what there is to read") { $0.text }
        list.add(ifPresent: "format", as: .textFormat, "how the text is meant to be read, if it is not plain") {
            $0.format?.rawValue
        }
        list.add(ifPresent: "language", "in which language code is written, a word like `swift`") { $0.language }
        list.add(ifPresent: "location", as: .location, "where it stands on this machine") { $0.location }
        list.add(ifPresent: "range", as: .lineRange, "which lines of the text were looked for") { $0.range }
        list.add(ifPresent: "url", "where it can be looked at") { $0.url }
        list.add(ifPresent: "image", "a picture of it") { $0.image }
        list.add("fields", .map(.scalar), "what else the source says") { $0.fields($1.fields) }
    }
}

extension ClosedRange: Described where Bound == Int {
    /// A range of lines on the wire and in records.
    static func describe(_ list: inout some MemberList<ClosedRange<Int>>) {
        list.add("first", atLeast: 1, "the first of them, from 1") { $0.lowerBound }
        list.add("last", atLeast: 1, "the last of them") { $0.upperBound }
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
        list.add(ifPresent: "total", atLeast: 0, "how many the source has in all, if it says") { $0.total }
        list.add(ifPresent: "suggestion", "what may have been meant, if the source says") { $0.suggestion }
        list.add(ifTrue: "partial", "whether some of what was asked for did not answer") { $0.isPartial }
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
        "Item", "one thing that a search has found; all text is plain", Item.members)

    static let detail = Shape(
        "Detail", "one item at full length; all text is plain, but for what `format` says", Detail.members)

    fileprivate static let location = Shape("Location", "a place in a file, for an editor to jump to", Location.members)

    fileprivate static let itemAction = Shape(
        "ItemAction", "something that can be done with an item", ItemAction.members)

    fileprivate static let lineRange = Shape("LineRange", "some lines of a text", ClosedRange<Int>.members)
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
