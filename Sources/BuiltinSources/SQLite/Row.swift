import SQLite
import SearchSource

/// A row that a SELECT has found, with the columns that become members of an item or detail kept apart from the others.
struct Row {
    /// The members that columns can become.
    enum Member: String {
        case id, title, snippet, url, image, insert, kind, path, line, column, text, format, language

        static let ofItems: [Member] = [.id, .title, .snippet, .url, .image, .insert, .kind, .path, .line, .column]
        static let ofDetails: [Member] = [
            .id, .title, .text, .format, .language, .url, .image, .path, .line, .column,
        ]
    }

    /// Which column is which: determined once for all rows.
    struct Layout {
        fileprivate struct Column {
            var index: Int
            let name: String
            let member: Member?
        }
        fileprivate private(set) var columns: [Column] = []

        /// The maximum number of columns that become fields; any more are left out.
        private static let mostFields = 100

        /// Creates a layout for columns with these names, of which the last counts if two are the same. Those of
        /// members may be written in any case, like all names in SQL.
        init(_ names: [String], members: [Member]) {
            var fields = 0
            for (index, name) in names.enumerated() {
                let member = members.first { $0.rawValue.hasSameBytes(as: name.lowercased()) }
                let same = columns.firstIndex {
                    member == nil ? $0.name.hasSameBytes(as: name) : $0.member == member
                }
                if let same {
                    columns[same].index = index
                } else if member != nil || fields < Self.mostFields {
                    columns.append(Column(index: index, name: name, member: member))
                    fields += member == nil ? 1 : 0
                }
            }
        }

        func has(_ member: Member) -> Bool { columns.contains { $0.member == member } }
    }

    /// The maximum size of displayed text, in bytes: 64 KiB, or 1 MiB for the text of a detail.
    static let longestText = 1 << 16
    private static let longestDetail = 1 << 20
    /// The maximum number of bytes that are read of an id and of the text to insert: enough that an item with a
    /// truncated one is left out, even though no character is cut in two.
    private static let longestWhole = (1 << 20) + 4

    private var values: [Member: Rows.Value] = [:]

    /// The values of the other columns.
    private(set) var fields: Fields = [:]

    /// Reads the row that `rows` is at.
    init(_ rows: borrowing Rows, _ layout: Layout) {
        for column in layout.columns {
            let value = rows.value(column.index, atMost: Self.limit(of: column.member))
            if let member = column.member {
                values[member] = value
            } else {
                fields[column.name] = value.field
            }
        }
    }

    /// The id; nil if there is none. A truncated one is too long for an item.
    var id: String? { wholeOrTooLong(.id) }

    /// The text to insert; nil if there is none. A truncated one is too long for an item.
    var insert: String? { wholeOrTooLong(.insert) }

    private func wholeOrTooLong(_ member: Member) -> String? {
        if case .text(let text, isWhole: false) = values[member] { text } else { whole(member) }
    }

    private static func limit(of member: Member?) -> Int {
        switch member {
        case .text: longestDetail
        case .id, .insert: longestWhole
        default: longestText
        }
    }

    /// Returns text for people, or an integer in digits; nil if it is NULL or a blob. Long text is truncated.
    func text(_ member: Member) -> String? { values[member]?.text }

    /// Does the same for a member that is useless unless it is whole: nil also if it is empty or too long.
    func whole(_ member: Member) -> String? {
        switch values[member] {
        case .text(let text, isWhole: true) where !text.isEmpty: text
        case .integer(let number): String(number)
        default: nil
        }
    }

    /// The location that the columns `path`, `line` and `column` give.
    var location: Location? {
        whole(.path).map { Location(path: $0, line: integer(.line), column: integer(.column)) }
    }

    private func integer(_ member: Member) -> Int? {
        if case .integer(let number) = values[member] { Int(exactly: number) } else { nil }
    }
}

extension Rows.Value {
    fileprivate var text: String? {
        switch self {
        case .text(let text, let isWhole): isWhole ? text : text + "…"
        case .integer(let number): String(number)
        case .null, .blob: nil
        }
    }

    /// The value as a field: a number that not every client can represent becomes text.
    fileprivate var field: Fields.Value? {
        if case .integer(let number) = self, number.magnitude < 1 << 53 { return .integer(Int(number)) }
        return text.map { .text($0) }
    }
}
