import Bytes
import JSON
import SearchSource

/// Turns the rows that a program prints into items.
struct RowReader: Sendable {
    enum Format: String, CaseIterable, Sendable {
        /// Text; a line feed ends each row.
        case lines
        /// Text; a NUL ends each row, which may contain line feeds, as file names do.
        case nul
        /// JSON objects, one per line.
        case jsonl
    }

    /// The format of the rows.
    let format: Format
    /// How a row of text names a location.
    let place: LinePattern
    /// How a row of text is divided; nil if only by tabs.
    let pattern: RowPattern?
    /// Which parts of a row become which members of an item.
    let template: ItemTemplate
    /// The folder to which paths in rows are relative; nil for the engine's own.
    let folder: String?
    /// The actions on each item.
    var actions: [ItemAction] = []

    /// Whether the parts of a row that become no member of an item become fields.
    var hasFields: Bool { format == .jsonl || pattern != nil }

    /// The kind of an item whose row does not name one.
    var kind: ItemKind? { hasFields ? nil : .line }

    /// The byte that ends a row.
    var separator: UInt8 { format == .nul ? 0 : UInt8(ascii: "\n") }

    /// What is wrong with a row.
    struct Fault: Error, Hashable {
        /// The predicate of a sentence about the row.
        let message: String
    }

    /// Returns the item for a row, with an empty id if the row has none; nil if the row is empty or does not match the
    /// pattern.
    func item(_ row: [UInt8]) throws(Fault) -> Item? {
        guard !row.allSatisfy({ $0 <= 0x20 }) else { return nil }
        var item = format == .jsonl ? try record(row) : text(row)
        if row.count > Item.longestText { item = item?.withoutWhatDoesNotFit }
        item?.actions = actions
        // A path that is not UTF-8 cannot be represented: what would be left of it leads nowhere.
        if item?.location?.path.unicodeScalars.contains("\u{FFFD}") == true { item?.location = nil }
        if let folder, let place = item?.location, !place.path.hasPrefix("/") {
            item?.location = Location(path: "\(folder)/\(place.path)", line: place.line, column: place.column)
        }
        return item
    }

    private func text(_ row: [UInt8]) -> Item? {
        let hasReturn = format == .lines && row.last == UInt8(ascii: "\r")
        let bytes = row.dropLast(hasReturn ? 1 : 0)
        let isCut = bytes.count > ChildRows.longestRow
        var text = String(decoding: isCut ? bytes.prefix(ChildRows.longestRow).wholeCharacters : bytes, as: UTF8.self)
        if isCut { text += "…" }
        if let pattern { return pattern.record(text).flatMap(template.item) }
        let hasControls = format == .nul || text.utf8.contains(0)
        let shown = text.cut(at: Item.longestText)
        return template.item(
            text, title: hasControls ? shown.onOneLine : shown,
            place: place.place(in: text).map { ($0.location, String(Substring($0.text))) })
    }

    private func record(_ row: [UInt8]) throws(Fault) -> Item? {
        guard row.count <= ChildRows.longestRow else {
            throw Fault(message: "has more than \(ChildRows.longestRow >> 20) MiB")
        }
        do throws(JSONError) {
            let record = try row.withUnsafeBufferPointer { (bytes) throws(JSONError) in try LineRecord(json: bytes) }
            if let record { return template.item(record) }
        } catch {
            throw Fault(message: "is not JSON: \(error)")
        }
        throw Fault(message: "is JSON, but not an object")
    }
}

extension Item {
    /// The item with an id and a text to insert that are cut like a title if they are too long: then it would be left
    /// out, and nobody would see that there is such a row.
    fileprivate var withoutWhatDoesNotFit: Item {
        func fitting(_ text: String) -> String {
            text.writtenSize > Self.longestInsert ? text.cut(at: Self.longestText) : text
        }
        var item = self
        // The title is the id if the row has none.
        (item.id, item.title, item.insert) = (fitting(id), fitting(title), insert.map(fitting))
        return item
    }
}
