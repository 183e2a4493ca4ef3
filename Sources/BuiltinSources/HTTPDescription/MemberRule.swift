import JSON
import SearchSource

/// How a member of an item is read from a row: by a pointer, by several that are tried in order, or by a URL with
/// pointers in it.
///
///     "/title"   ["/title", "/name"]   "https://example.org/{/id}"   {"at": "/title", "html": true}
///     {"each": "/tags", "at": "/name", "join": ", "}
final class MemberRule: Sendable {
    private let choices: [Choice]
    private let each: AnswerPointer?
    private let separator: String
    private let fallback: String?
    private let isText: Bool
    private let isOneLine: Bool
    private let marks: TextMarks?

    private enum Choice {
        case pointer(AnswerPointer)
        case url(URLTemplate<AnswerPointer>)
    }

    init(_ value: DescribedValue) throws(DescriptionError) {
        guard value.json.object != nil else {
            choices = try Self.choices(value)
            (each, separator, fallback, isText, isOneLine, marks) = (nil, "", nil, false, false, nil)
            return
        }
        let object = try value.object(["at", "each", "join", "default", "as", "oneLine", "html", "highlight"])
        let choices = try object.required("at", Self.choices)
        each = try object.optional("each", AnswerPointer.init)
        if object["each"] == nil, let join = object["join"] { throw join.fault("is only allowed with `each`") }
        separator = try object.string("join") ?? ", "
        fallback = try object.string("default")
        isText = try object.word("as", ["text"]) != nil
        isOneLine = try object.isTrue("oneLine")
        let isHTML = try object.isTrue("html")
        let highlight = try object.optional("highlight") { (marks) throws(DescriptionError) in
            try TextMarks.pairs(marks)
        }
        marks = isHTML || highlight != nil ? TextMarks(highlight ?? [], isHTML: isHTML) : nil
        guard let choices else { throw object.noted }
        self.choices = choices
    }

    private static func choices(_ value: DescribedValue) throws(DescriptionError) -> [Choice] {
        try value.several(atMost: 16) { (choice) throws(DescriptionError) in
            guard choice.json.string?.isURL == true else { return .pointer(try AnswerPointer(choice)) }
            return .url(try URLTemplate(choice, isAsked: false, AnswerPointer.init))
        }
    }

    /// Returns what is found in `row`, as text; nil if there is nothing.
    func text(in row: AnswerReader) throws(SourceError) -> String? {
        if let each { return try joined(each, in: row) ?? fallback }
        return try firstText(in: row) ?? fallback
    }

    private func firstText(in row: AnswerReader) throws(SourceError) -> String? {
        try choices.firstValue { (choice) throws(SourceError) in
            guard let text = try text(choice, in: row), !text.isEmpty else { return nil }
            return text
        }
    }

    /// Returns what is found in `row`, as a field; nil if there is nothing.
    func field(in row: AnswerReader) throws(SourceError) -> Fields.Value? {
        guard each == nil, marks == nil, !isText else { return try text(in: row).map { .text($0) } }
        let value: Fields.Value? = try choices.firstValue { (choice) throws(SourceError) in
            guard case .pointer(let pointer) = choice else { return try text(choice, in: row).flatMap(Self.field) }
            guard let found = try row.at(pointer)?.optional() else { return nil }
            if let boolean = found.boolean { return .boolean(boolean) }
            if let number = found.number { return Fields.Value(number) }
            return Self.field(shown(try found.scalar()))
        }
        return value ?? fallback.map { .text($0) }
    }

    private static func field(_ text: String) -> Fields.Value? {
        text.isEmpty ? nil : .text(text)
    }

    /// Returns what is found in `row`, with its matches marked; nil if there is nothing.
    func snippet(in row: AnswerReader) throws(SourceError) -> Snippet? {
        let snippet =
            if let each { try joinedSnippet(each, in: row) } else { try firstSnippet(in: row) }
        return snippet ?? fallback.flatMap { TextMarks.none.snippet(of: $0) }
    }

    private func firstSnippet(in row: AnswerReader) throws(SourceError) -> Snippet? {
        try choices.firstValue { (choice) throws(SourceError) in
            let marks = marks ?? TextMarks.none
            if case .pointer(let pointer) = choice {
                return try row.at(pointer)?.optional()?.withScalar { marks.snippet(ofUTF8: $0) } ?? nil
            }
            return try plain(choice, in: row).flatMap { marks.snippet(of: $0) }
        }
    }

    private func joinedSnippet(_ each: AnswerPointer, in row: AnswerReader) throws(SourceError) -> Snippet? {
        guard let array = try row.at(each)?.optional() else { return nil }
        var parts: [String] = []
        for element in try array.elements() {
            guard let more = try firstSnippet(in: element)?.parts, let first = more.first else { continue }
            if parts.isEmpty {
                parts = more
                continue
            }
            // The separator is not a match, so it goes into an unmatched part. (In place: there may be many.)
            if parts.count.isMultiple(of: 2) { parts.append("") }
            parts[parts.count - 1] += separator
            parts[parts.count - 1] += first
            parts += more.dropFirst()
        }
        return parts.isEmpty ? nil : Snippet(parts: parts)
    }

    private func joined(_ each: AnswerPointer, in row: AnswerReader) throws(SourceError) -> String? {
        guard let array = try row.at(each)?.optional() else { return nil }
        var texts: [String] = []
        for element in try array.elements() {
            if let text = try firstText(in: element) { texts.append(text) }
        }
        return texts.isEmpty ? nil : texts.joined(separator: separator)
    }

    private func text(_ choice: Choice, in row: AnswerReader) throws(SourceError) -> String? {
        guard let text = try plain(choice, in: row) else { return nil }
        if case .url = choice { return text }
        return shown(text)
    }

    /// Returns what `choice` leads to, as it is in the answer.
    private func plain(_ choice: Choice, in row: AnswerReader) throws(SourceError) -> String? {
        switch choice {
        case .pointer(let pointer):
            return try row.at(pointer)?.optional()?.scalar()
        case .url(let url):
            return try url.url { (pointer) throws(SourceError) in
                guard let text = try row.at(pointer)?.optional()?.scalar() else { return nil }
                return text.isEmpty ? nil : text
            }
        }
    }

    private func shown(_ text: String) -> String {
        var text = text
        if let marks { text = marks.snippet(of: text)?.text ?? "" }
        return isOneLine ? TextMarks.none.snippet(of: text)?.text ?? "" : text
    }

    /// How much more it costs to process text, or to read it from each of several elements, than to take it as it is.
    static let weightOfReading = 8

    /// The cost of reading the member, if it makes up the whole row.
    var weight: Int {
        let isPlain = each == nil && marks == nil && !isOneLine
        return choices.count * (isPlain ? 1 : Self.weightOfReading)
    }

    /// The pointers in the rule, to say where nothing was found.
    var places: String {
        choices.map { choice in
            switch choice {
            case .pointer(let pointer): (each.map { $0.text + "[…]" } ?? "") + pointer.text
            case .url(let url): url.holes.map(\.text).joined(separator: ", ")
            }
        }.joined(separator: " or ")
    }
}
