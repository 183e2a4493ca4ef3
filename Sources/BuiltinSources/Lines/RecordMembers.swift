import Bytes
import SearchSource

/// Which parts of a record are which members of an item; the others are its fields.
struct RecordMembers: Sendable {
    /// A member of an item that can come from a record.
    enum Member: String, CaseIterable, Sendable {
        case title, id, snippet, url, image, insert

        /// What it is, in a few words.
        var summary: String {
            switch self {
            case .title: "title, which is searched (`title`, or the first column)"
            case .id: "id (`id`, or the title)"
            case .snippet: "text below the title (`snippet`)"
            case .url: "address to open (`url`)"
            case .image: "address of a picture (`image`)"
            case .insert: "text to insert (`insert`, or the title)"
            }
        }
    }

    /// The names of those parts that are not named like their member.
    let names: [Member: String]

    init(_ names: [Member: String]) {
        self.names = names
    }

    /// Returns the name of the part that is this member.
    func name(of member: Member) -> String { names[member] ?? member.rawValue }

    /// Returns the title of a record, on one line; nil if it has none.
    func title(of record: LineRecord) -> String? { record[name(of: .title)]?.onOneLine }

    /// Returns what identifies a record, on one line: its id; nil if it has none.
    func key(of record: LineRecord) -> String? {
        guard let id = record[name(of: .id)], !id.isEmpty else { return nil }
        return id.onOneLine
    }

    /// Returns the item for a record.
    func item(_ record: LineRecord, id: String, title: String, _ location: Location) -> Item {
        Item(
            id: id, title: title, snippet: record[name(of: .snippet)].map { [$0] }, url: record[name(of: .url)],
            image: record[name(of: .image)], insert: record[name(of: .insert)] ?? title, kind: .line,
            location: location, fields: fields(record))
    }

    /// Returns a detail with all parts of a record, one per line.
    func detail(_ record: LineRecord, id: String, title: String, _ location: Location) -> Detail {
        let lines = record.parts.map { "\($0.name): \($0.value.text)" }
        return Detail(
            id: id, title: title, text: lines.joined(separator: "\n"), location: location,
            url: record[name(of: .url)], image: record[name(of: .image)], fields: fields(record))
    }

    private func fields(_ record: LineRecord) -> Fields {
        record.fields(without: Set(Member.allCases.map { ExactText(name(of: $0)) }))
    }
}
