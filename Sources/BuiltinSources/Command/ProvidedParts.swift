import Bytes
import JSON
import SearchSource

/// Reads what a provider sends: items, pages and details. Unknown members are ignored.
struct ProvidedParts: Sendable {
    /// The source and the program that answer.
    let place: String

    /// The folder to which the paths of items are relative; nil for the engine's own.
    let folder: String?

    /// The declared actions, which items refer to by name; nil if the provider cannot perform any.
    let actions: [ItemAction]?

    /// The maximum number of fields of an item or a detail.
    private static let mostFields = 100
    /// The maximum size of a cursor, in bytes: it is kept, recorded and sent back.
    private static let longestCursor = 1 << 16

    // MARK: Pages

    /// Reads an array of items: the member `items` of a notification.
    func items(_ json: [UInt8]) throws(SourceError) -> [Item] {
        try items(AnswerReader(json: json, from: place, as: "items"))
    }

    /// Reads the answer to a request for the page that begins at `cursor`.
    ///
    /// - Parameter hasCome: Whether any items of the page have already arrived.
    func page(_ json: [UInt8], after cursor: Cursor?, hasCome: Bool) throws(SourceError) -> Page {
        let answer = try AnswerReader(json: json, from: place)
        let items = try items(answer["items"])
        let total = try answer["total"].optional()
        return Page(
            items: items, next: try next(answer["next"], after: cursor, isNew: hasCome || !items.isEmpty),
            total: try total?.integer(), isPartial: try isTrue(answer["partial"]))
    }

    private func next(_ reader: AnswerReader, after cursor: Cursor?, isNew: Bool) throws(SourceError) -> Cursor? {
        guard let text = try reader.optional()?.string(), !text.isEmpty else { return nil }
        guard text.utf8.count <= Self.longestCursor else {
            throw reader.fault("is longer than \(Self.longestCursor >> 10) KiB")
        }
        let next = Cursor(text)
        guard isNew || next != cursor else {
            throw reader.fault("repeats the cursor of a page without items; the last page has no `next`")
        }
        return next
    }

    private func items(_ reader: AnswerReader) throws(SourceError) -> [Item] {
        var items: [Item] = []
        for item in try reader.elements() { items.append(try self.item(item)) }
        return items
    }

    private func item(_ reader: AnswerReader) throws(SourceError) -> Item {
        let title = try reader["title"].string().onOneLine
        let id = try reader["id"].optional()?.text()
        return Item(
            id: id.flatMap { $0.isEmpty ? nil : $0 } ?? title, title: title, snippet: try snippet(reader["snippet"]),
            url: try text(reader["url"]), image: try text(reader["image"]), insert: try text(reader["insert"]),
            kind: try text(reader["kind"]).map(ItemKind.init), location: try location(reader["location"]),
            actions: try actions(reader["actions"]), fields: try fields(reader["fields"]))
    }

    /// Reads names of declared actions, or actions with a title of their own.
    private func actions(_ reader: AnswerReader) throws(SourceError) -> [ItemAction] {
        guard let elements = try reader.optional()?.elements() else { return [] }
        var offered: [ItemAction] = []
        for element in elements {
            let action = try action(element)
            if !offered.contains(where: { $0.name.hasSameBytes(as: action.name) }) { offered.append(action) }
            guard offered.count <= ProviderWelcome.mostActions else {
                throw reader.fault("has more than \(ProviderWelcome.mostActions) elements")
            }
        }
        return offered
    }

    private func action(_ reader: AnswerReader) throws(SourceError) -> ItemAction {
        let isName = reader.json?.string != nil
        let name = isName ? try reader.string() : try reader["name"].string()
        let title = isName ? nil : try text(reader["title"])?.onOneLine
        guard let actions else {
            throw reader.fault("is an action, but `can` in the answer to `initialize` does not have \"perform\"")
        }
        guard let title = title ?? actions.first(where: { $0.name.hasSameBytes(as: name) })?.title else {
            throw reader.fault("names an action that is not in the answer to `initialize`")
        }
        return ItemAction(name: name, title: title)
    }

    // MARK: Details and actions

    /// Reads the answer to a request to perform an action.
    func performed(_ json: [UInt8]) throws(SourceError) -> Performed {
        let answer = try AnswerReader(json: json, from: place)
        return Performed(message: try text(answer["message"]), hasChanged: try isTrue(answer["changed"]))
    }

    /// Reads the answer to a request for the detail of `item`, or of the item with this id.
    func detail(_ json: [UInt8], of id: String, _ item: Item?) throws(SourceError) -> Detail {
        let answer = try AnswerReader(json: json, from: place)
        return Detail(
            id: id, title: try text(answer["title"]) ?? item?.title ?? id, text: try answer["text"].string(),
            format: try text(answer["format"]).map(TextFormat.init), language: try text(answer["language"]),
            location: try location(answer["location"]) ?? item?.location, range: try range(answer["range"]),
            url: try text(answer["url"]) ?? item?.url, image: try text(answer["image"]) ?? item?.image,
            fields: answer["fields"].exists ? try fields(answer["fields"]) : item?.fields ?? [:])
    }

    private func range(_ reader: AnswerReader) throws(SourceError) -> ClosedRange<Int>? {
        guard let range = try reader.optional() else { return nil }
        let (first, last) = (try range["first"].integer(), try range["last"].integer())
        guard 1 <= first, first <= last, last < 1 << 53 else {
            throw range.fault("must be lines counted from 1, the last not before the first, not \(first) to \(last)")
        }
        return first...last
    }

    // MARK: Members

    private func isTrue(_ reader: AnswerReader) throws(SourceError) -> Bool {
        guard let value = try reader.optional() else { return false }
        guard let boolean = value.json?.boolean else { throw value.wrong("true or false") }
        return boolean
    }

    private func text(_ reader: AnswerReader) throws(SourceError) -> String? {
        try reader.optional()?.string()
    }

    /// Reads a string, or an array of strings in which every second one is a match.
    private func snippet(_ reader: AnswerReader) throws(SourceError) -> Snippet? {
        guard let snippet = try reader.optional() else { return nil }
        if let text = snippet.json?.string { return [text] }
        guard snippet.json?.array != nil else { throw snippet.wrong("a string or an array of strings") }
        var parts: [String] = []
        for part in try snippet.elements() { parts.append(try part.string()) }
        return Snippet(parts: parts)
    }

    private func location(_ reader: AnswerReader) throws(SourceError) -> Location? {
        guard let place = try reader.optional() else { return nil }
        let path = try place["path"].string()
        return Location(
            path: folder.map { path.hasPrefix("/") ? path : "\($0)/\(path)" } ?? path,
            line: try place["line"].optional()?.integer(), column: try place["column"].optional()?.integer())
    }

    private func fields(_ reader: AnswerReader) throws(SourceError) -> Fields {
        var fields: Fields = [:]
        for (name, value) in try reader.optional()?.object().members.prefix(Self.mostFields) ?? [] {
            let field = Fields.Value(value)
            guard field != nil || value == .null else {
                throw reader.fault(
                    "has \"\(name.prefix(40))\", \(value.kind): a field is a string, a number or a boolean")
            }
            fields[name] = field
        }
        return fields
    }
}
