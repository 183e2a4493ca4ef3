import JSON

/// A column that an item can have in rows: one of its members, one of its `fields`, or the item as JSON.
public struct ItemColumn: Sendable {
    /// The error for a column that does not exist.
    public struct Unknown: Error, Hashable {
        /// The name that was given.
        public let name: String
    }

    /// The members of an item that can be columns. In addition there are `fields.NAME`, `json` (the whole item), and
    /// `json:` followed by a column, which is that column as JSON. The column `actions` has their names.
    public static let names = [
        "id", "title", "snippet", "url", "image", "insert", "kind", "source", "location.path", "location.line",
        "location.column", "actions",
    ]

    /// The names that lead to the value; empty for the item itself.
    private let way: [String]

    /// Whether the value is written as JSON, without loss: `null` if it is missing.
    private let isJSON: Bool

    init(_ name: String) throws(Unknown) {
        isJSON = name == "json" || name.hasPrefix("json:")
        let member = name.hasPrefix("json:") ? String(name.dropFirst("json:".count)) : name
        if name == "json" {
            way = []
        } else if Self.names.contains(member) {
            way = member.split(separator: ".").map(String.init)
        } else if member.hasPrefix("fields."), member != "fields." {
            way = ["fields", String(member.dropFirst("fields.".count))]
        } else {
            throw Unknown(name: name)
        }
    }

    /// Writes this column of `item`.
    func write(_ item: JSONDocument.Node, to line: inout Lines) {
        var node: JSONDocument.Node? = item
        for name in way {
            node = node.flatMap { line.document.member(named: name, of: $0) }
        }
        if isJSON { line.json(node, orElse: "null") } else { line.text(node, orNothing: true) }
    }
}
