import JSON
import SearchSource

/// How an item is read from a row of an answer: `item` of a description.
struct ItemRule: Sendable {
    private let id: MemberRule
    private let title: MemberRule
    private let snippet: MemberRule?
    private let url: MemberRule?
    private let image: MemberRule?
    private let insert: MemberRule?
    private let kind: ItemKind?
    private let fields: [(name: String, value: MemberRule)]

    init(_ value: DescribedValue) throws(DescriptionError) {
        let object = try value.object(
            ["id", "title", "snippet", "url", "image", "insert", "kind", "fields"],
            "an object with the members of an item")
        let id = try object.required("id", MemberRule.init)
        let title = try object.required("title", MemberRule.init)
        snippet = try object.optional("snippet", MemberRule.init)
        url = try object.optional("url", MemberRule.init)
        image = try object.optional("image", MemberRule.init)
        insert = try object.optional("insert", MemberRule.init)
        kind = try object.optional("kind") { (value) throws(DescriptionError) in
            let word = try value.text("a word, like `article`")
            guard word.utf8.first != UInt8(ascii: "/") else {
                throw value.fault("must be the same for all items: a word like `article`, not a pointer")
            }
            return ItemKind(rawValue: word)
        }
        fields =
            try object.optional("fields") { (value) throws(DescriptionError) in
                try value.named(atMost: 64, MemberRule.init)
            } ?? []
        guard let id, let title else { throw object.noted }
        (self.id, self.title) = (id, title)
    }

    /// The cost of reading a row: the weights of its members.
    var weight: Int {
        let members = [id, title, snippet, url, image, insert].compactMap { $0 } + fields.map(\.value)
        return members.reduce(0) { $0 + $1.weight }
    }

    /// The result of reading a row.
    enum Reading {
        case item(Item)
        /// The row lacks something that an item must have; the text says what.
        case dropped(String)
    }

    func read(_ row: AnswerReader) throws(SourceError) -> Reading {
        guard let id = try id.text(in: row), !id.isEmpty else {
            return .dropped("it has no id: nothing is at \(self.id.places)")
        }
        guard let title = try title.text(in: row), !title.isEmpty else {
            return .dropped("it has no title: nothing is at \(self.title.places)")
        }
        var read = Fields(minimumCapacity: fields.count)
        for (name, rule) in fields {
            if let value = try rule.field(in: row) { read.add(named: name, value) }
        }
        return .item(
            Item(
                id: id, title: title, snippet: try snippet?.snippet(in: row), url: try url?.text(in: row),
                image: try image?.text(in: row), insert: try insert?.text(in: row), kind: kind, fields: read))
    }
}
