import Bytes
import SearchSource

/// Which parts of a program's row become which members of an item.
struct ItemTemplate: Sendable {
    /// A member of an item that can come from a row.
    enum Member: String, CaseIterable, Sendable {
        case id, title, snippet, url, image, insert, kind, path, line, column
    }

    private let templates: [Member: TextTemplate]

    /// The names that become members, and therefore not fields.
    private let used: Set<ExactText>

    /// Creates an empty template: an item has only what its row has by itself.
    init() { self.init([:]) }

    /// Reads an object of templates, which may use these names.
    init(_ value: DescribedValue, names: RowNames) throws(DescriptionError) {
        let object = try value.object(Member.allCases.map(\.rawValue))
        var templates: [Member: TextTemplate] = [:]
        for member in Member.allCases {
            guard let value = object[member.rawValue] else { continue }
            let template = try TextTemplate(value)
            if let name = template.names.first(where: { !names.has($0) }) {
                throw value.fault("has {\(name)} in it, which no row has; there are \(names.words)")
            }
            templates[member] = template
        }
        self.init(templates)
    }

    private init(_ templates: [Member: TextTemplate]) {
        self.templates = templates
        let own = Member.allCases.filter { templates[$0] == nil }.map { ExactText($0.rawValue) }
        used = Set(own + templates.values.flatMap(\.names).map(ExactText.init))
    }

    /// Returns the item for a record, with an empty id if it has none; nil if the record has nothing to show.
    func item(_ record: LineRecord) -> Item? {
        func text(_ member: Member) -> String? {
            guard let template = templates[member] else { return record[member.rawValue] }
            return template.filled(isURL: member == .url || member == .image) { record[$0] }
        }
        guard let title = (text(.title) ?? text(.id) ?? record.firstText)?.onOneLine else { return nil }
        return Item(
            id: text(.id) ?? "", title: title, snippet: text(.snippet).map { [$0] }, url: text(.url),
            image: text(.image), insert: text(.insert) ?? title, kind: text(.kind).map(ItemKind.init),
            location: location(text), fields: record.fields(without: used))
    }

    /// Returns the item for a row of text: `{0}` is all of it, `{1}` what precedes the first tab, and so on. What is
    /// inserted without a template is cut like a title: a list of whole rows would be too large.
    ///
    /// - Parameters:
    ///   - title: The title without a template.
    ///   - place: The location that the row names, and the text there: `{path}`, `{line}`, `{column}` and `{text}`.
    func item(_ row: String, title: String, place: (location: Location, text: String)?) -> Item {
        let columns = templates.isEmpty ? [] : row.utf8.split(separator: 0x09, omittingEmptySubsequences: false)
        func text(_ member: Member) -> String? {
            templates[member]?.filled(isURL: member == .url || member == .image) { name in
                guard let number = Int(name) else { return place.flatMap { Self.text(name, of: $0) } }
                guard number > 0 else { return number == 0 ? row : nil }
                return number <= columns.count ? String(Substring(columns[number - 1])) : nil
            }
        }
        return Item(
            id: text(.id) ?? "", title: text(.title).flatMap(Self.title) ?? title, snippet: text(.snippet).map { [$0] },
            url: text(.url), image: text(.image),
            insert: text(.insert) ?? (place?.text ?? row).cut(at: Item.longestText),
            kind: text(.kind).map(ItemKind.init) ?? .line, location: location(text) ?? place?.location)
    }

    private static func text(_ name: String, of place: (location: Location, text: String)) -> String? {
        switch name {
        case "path": place.location.path
        case "line": place.location.line.map { String($0) }
        case "column": place.location.column.map { String($0) }
        case "text": place.text
        default: nil
        }
    }

    /// Returns a title without blanks at its ends; nil if nothing is left.
    private static func title(_ text: String) -> String? {
        let (blank, line) = (UInt8(ascii: " "), text.onOneLine.utf8)
        guard let last = line.lastIndex(where: { $0 != blank }) else { return nil }
        return String(Substring(line[...last].drop { $0 == blank }))
    }

    private func location(_ text: (Member) -> String?) -> Location? {
        guard let path = text(.path), !path.isEmpty else { return nil }
        return Location(path: path, line: text(.line).flatMap { Int($0) }, column: text(.column).flatMap { Int($0) })
    }
}
