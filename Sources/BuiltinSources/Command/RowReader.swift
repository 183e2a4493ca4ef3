import Bytes
import JSON
import SearchSource

/// Makes items of the rows that a program prints.
struct RowReader: Sendable {
    enum Format: String, CaseIterable, Sendable {
        /// Texts, of which a line feed ends each.
        case lines
        /// Texts, of which a NUL ends each: what has line feeds in it, as the names of files.
        case nul
        /// JSON objects, one a line.
        case jsonl
    }

    /// What the rows are.
    let format: Format
    /// The place that one says that is text.
    let place: LinePattern
    /// How one that is text is divided; nil if it is not, but by tabs.
    let pattern: RowPattern?
    /// What of one is which member of an item.
    let template: ItemTemplate
    /// The folder to which the paths in them are relative; nil for the engine's own.
    let folder: String?
    /// What can be done with each item.
    var actions: [ItemAction] = []

    /// Whether what of a row becomes no member of an item is a field.
    var hasFields: Bool { format == .jsonl || pattern != nil }

    /// Of which kind an item is if its row does not say.
    var kind: ItemKind? { hasFields ? nil : .line }

    /// The byte that ends a row.
    var separator: UInt8 { format == .nul ? 0 : UInt8(ascii: "\n") }

    /// The most bytes of a text that are kept: as many as a title on the wire has.
    private static let longestText = LineContents.longestLine

    /// What is wrong with a row.
    struct Fault: Error, Hashable {
        /// In words that follow those for the row.
        let message: String
    }

    /// The item that a row is, with an empty id if it says none; nil if there is nothing in it.
    func item(_ row: [UInt8]) throws(Fault) -> Item? {
        guard !row.allSatisfy({ $0 <= 0x20 }) else { return nil }
        var item = format == .jsonl ? try record(row) : text(row)
        item?.actions = actions
        // A path that is no UTF-8 cannot be said: what it would be leads nowhere.
        if item?.location?.path.unicodeScalars.contains("\u{FFFD}") == true { item?.location = nil }
        if let folder, let place = item?.location, !place.path.hasPrefix("/") {
            item?.location = Location(path: "\(folder)/\(place.path)", line: place.line, column: place.column)
        }
        return item
    }

    private func text(_ row: [UInt8]) -> Item? {
        let hasReturn = format == .lines && row.last == UInt8(ascii: "\r")
        let bytes = row.dropLast(hasReturn ? 1 : 0)
        var text = String(decoding: bytes.prefix(Self.longestText), as: UTF8.self)
        if bytes.count > Self.longestText { text += "…" }
        if let pattern { return pattern.record(text).flatMap(template.item) }
        let hasControls = format == .nul || text.utf8.contains(0)
        return template.item(
            text, title: hasControls ? text.onOneLine : text,
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
            throw Fault(message: "is no JSON: \(error)")
        }
        throw Fault(message: "is JSON, but no object")
    }
}
