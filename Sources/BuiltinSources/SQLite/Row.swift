import SQLite
import SearchSource

/// A row that a SELECT has found, with the columns that mean something to a client apart from the others.
struct Row {
    /// The columns that mean something.
    enum Member: String {
        case id, title, snippet, url, image, insert, kind, path, line, column, text, format, language

        static let ofItems: [Member] = [.id, .title, .snippet, .url, .image, .insert, .kind, .path, .line, .column]
        static let ofDetails: [Member] = [
            .id, .title, .text, .format, .language, .url, .image, .path, .line, .column,
        ]
    }

    /// Which column is which: found out once for all rows.
    struct Layout {
        fileprivate struct Column {
            var index: Int
            let name: String
            let member: Member?
        }
        fileprivate private(set) var columns: [Column] = []

        /// The most columns that mean nothing in particular: what is behind them is left out.
        private static let mostFields = 100

        /// The columns with these names, of which the last counts if two are the same. Those of members are written in any
        /// case, as all names are in SQL.
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

    /// The most bytes of a text that somebody sees: 64 KiB, and 1 MiB of the text of a detail.
    static let longestText = 1 << 16
    private static let longestDetail = 1 << 20
    /// The most bytes that are read of an id and of what is inserted: so many that an item with them is left out, where no
    /// character is cut in two.
    private static let longestWhole = (1 << 20) + 4

    private var values: [Member: Rows.Value] = [:]

    /// What the columns hold that mean nothing in particular.
    private(set) var fields: Fields = [:]

    /// The row that `rows` is at.
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

    /// What the row is known by; nil if there is nothing. One that is not whole is too long for an item.
    var id: String? { wholeOrTooLong(.id) }

    /// What is inserted; nil if there is nothing. What is not whole is too long for an item.
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

    /// A text for people, or a number in digits; nil if it is NULL, or bytes. Of a long one the beginning.
    func text(_ member: Member) -> String? { values[member]?.text }

    /// The same of something that is whole or useless; nil also if it is empty or too long.
    func whole(_ member: Member) -> String? {
        switch values[member] {
        case .text(let text, isWhole: true) where !text.isEmpty: text
        case .integer(let number): String(number)
        default: nil
        }
    }

    /// The place that the columns `path`, `line` and `column` say.
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

    /// The value as a field: a number that not every client can hold is a text.
    fileprivate var field: Fields.Value? {
        if case .integer(let number) = self, number.magnitude < 1 << 53 { return .integer(Int(number)) }
        return text.map { .text($0) }
    }
}
