import JSON
import SearchSource

/// How one item is fetched in full: `detail` of a description.
struct DetailRule: Sendable {
    let request: RequestRule
    private let place: AnswerPointer?
    private let rows: RowsRule?
    private let item: ItemRule
    private let text: MemberRule?
    private let lines: [(name: String, value: MemberRule)]
    private let format: TextFormat?

    /// Reads a rule. Without an `item` of its own, items are read as in the list.
    ///
    /// - Parameter item: How an item of the list is read; nil if that rule is wrong, which has been noted.
    init(_ value: DescribedValue, item: ItemRule?, isPath: Bool) throws(DescriptionError) {
        let object = try value.object(["request", "at", "items", "item", "text", "lines", "format"])
        let request = try object.required("request") { (value) throws(DescriptionError) in
            let known = value.faults.all.count
            let request = try RequestRule(value, holes: [.id], isPath: isPath)
            guard request.holes.contains(.id) || value.faults.all.count > known else {
                throw value.fault(#"needs {id} in its URL, or {"$": "id"}, to say which item is wanted"#)
            }
            return request
        }
        place = try object.optional("at", AnswerPointer.init)
        rows = try object.optional("items", RowsRule.init)
        if place != nil, let items = object["items"] { throw items.fault("is not allowed with `at`") }
        let own = try object.optional("item", ItemRule.init)
        text = try object.optional("text", MemberRule.init)
        lines =
            try object.optional("lines") { (value) throws(DescriptionError) in
                if value.json.object?.members.isEmpty == true { throw value.fault("must not be empty") }
                return try value.named("an object of labels and pointers", atMost: 64, MemberRule.init)
            } ?? []
        format = try object.word("format", TextFormat.all.map(\.text)).map(TextFormat.init)
        guard (object["text"] == nil) != (object["lines"] == nil) else {
            throw value.fault("needs `text`, a pointer, or `lines`, an object of labels and pointers, but not both")
        }
        guard let request, let item = own ?? item else { throw object.noted }
        (self.request, self.item) = (request, item)
    }

    /// The cost of reading a detail: the weights of its members and of those of its item.
    var weight: Int {
        let members = [text].compactMap { $0 } + lines.map(\.value)
        return members.reduce(item.weight) { $0 + $1.weight }
    }

    /// Reads the detail of the item `id`; nil if the answer has none.
    func detail(of id: String, in answer: AnswerReader) throws(SourceError) -> Detail? {
        if let rows {
            for row in try rows.rows(in: answer) {
                guard case .item(let item) = try item.read(row), item.id.hasSameBytes(as: id) else { continue }
                return try detail(item, row)
            }
            return nil
        }
        var row = answer
        if let place {
            guard let found = try answer.at(place)?.optional() else { return nil }
            row = found
        }
        switch try item.read(row) {
        case .item(let item):
            guard item.id.hasSameBytes(as: id) else {
                throw row.fault("is of the item \"\(item.id)\", not of the requested one")
            }
            return try detail(item, row)
        case .dropped(let reason): throw row.fault("cannot be shown: \(reason)")
        }
    }

    private func detail(_ item: Item, _ row: AnswerReader) throws(SourceError) -> Detail {
        var texts = try text.map { (text) throws(SourceError) in [try text.text(in: row) ?? ""] } ?? []
        for (label, rule) in lines {
            if let text = try rule.text(in: row), !text.isEmpty { texts.append("\(label): \(text)") }
        }
        return Detail(of: item, text: texts.joined(separator: "\n"), format: format)
    }
}
