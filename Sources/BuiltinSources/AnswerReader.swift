import HTTP
import JSON
import SearchSource
import Synchronization

/// A value in a JSON answer, with the path to it, so that an error can say where the answer is wrong.
///
///     let page = try AnswerReader(response, from: origin)
///     for hit in try page["query"]["search"].elements() { try hit["title"].string() }
///
/// A missing member is noticed only when a value is read from it, so subscripts can be chained. The path is put into
/// words only when something is wrong.
struct AnswerReader {
    private let answer: Answer
    /// The last value on the path that exists.
    private let end: JSONDocument.Node
    /// What is missing after `end`; nil if the path ends there.
    private let gap: Gap?

    /// What all readers of one answer share.
    fileprivate final class Answer: Sendable {
        let document: JSONDocument
        let origin: String
        /// What error messages call the whole document.
        let name: String
        /// How many bytes of text `scalar` and `withScalar` have read from it.
        private let textRead = Atomic(0)

        init(_ document: JSONDocument, origin: String, name: String) {
            self.document = document
            self.origin = origin
            self.name = name
        }

        /// Counts `count` bytes of text as read. Throws if that makes too many.
        func read(_ count: Int) throws(SourceError) {
            guard textRead.add(count, ordering: .relaxed).newValue > AnswerReader.mostText else { return }
            let most = "more than \(AnswerReader.mostText >> 20) MiB of text"
            throw SourceError(
                .decode, "\(origin) answered with \(most), each text counted as often as the description reads it")
        }
    }

    /// Why a path leads to nothing. (Boxed, because most paths lead to something and readers are copied all the time.)
    private indirect enum Gap {
        /// The named member is missing, and so are the members below it in `then`.
        case missing(StaticString, then: [StaticString])
        /// A member was looked up in something that is not an object.
        case noObject
    }

    /// The maximum number of values and names in an answer: fifty for each item that is taken from one. This keeps the
    /// list of them in proportion to the size of the largest answer.
    private static let mostValues = 500_000

    /// How many bytes of text a description may read from an answer: 64 MiB, four times the largest answer. It may read
    /// the same text into each of its members.
    private static let mostText = 64 << 20

    /// Reads the body of `response` as JSON.
    init(_ response: HTTPResponse, from origin: String) throws(SourceError) {
        try self.init(json: response.body, from: origin, status: response.status)
    }

    /// Reads `json`, which error messages call `name`.
    init(
        json: [UInt8], from origin: String, as name: String = "the answer", status: Int? = nil
    ) throws(SourceError) {
        do {
            answer = Answer(try JSONDocument(json, maximumCount: Self.mostValues), origin: origin, name: name)
        } catch {
            let fault =
                error.code == .tooMany
                ? "more than \(Self.mostValues) values and names, which is the limit"
                : "something that is not JSON: \(error)"
            throw SourceError(.decode, "\(origin) answered with \(fault)", httpStatus: status)
        }
        (end, gap) = (answer.document.root, nil)
    }

    private init(_ answer: Answer, _ end: JSONDocument.Node, _ gap: Gap? = nil) {
        self.answer = answer
        self.end = end
        self.gap = gap
    }

    private var document: JSONDocument { answer.document }

    private var node: JSONDocument.Node? { gap == nil ? end : nil }

    /// The member `name`.
    subscript(name: StaticString) -> AnswerReader {
        switch gap {
        case nil:
            if let member = document.member(name, of: end) { return AnswerReader(answer, member) }
            let kind = document.kind(end)
            let isPassable = kind == .object || kind == .null
            return AnswerReader(answer, end, isPassable ? .missing(name, then: []) : .noObject)
        case .missing(let first, let rest): return AnswerReader(answer, end, .missing(first, then: rest + [name]))
        case .noObject: return self
        }
    }

    /// Returns the value at `pointer`; nil if there is none. Throws if a step does not suit the value it starts from.
    func at(_ pointer: AnswerPointer) throws(SourceError) -> AnswerReader? {
        guard var node else { return nil }
        let steps = pointer.steps.span
        for step in steps.indices {
            let next: JSONDocument.Node?
            switch document.kind(node) {
            case .object: next = document.member(named: steps[step].name, of: node)
            case .array:
                guard let index = steps[step].index else { throw AnswerReader(answer, node).wrong("an object") }
                next = document.elements(of: node).dropFirst(index).first { _ in true }
            case .null: next = nil
            default: throw AnswerReader(answer, node).wrong("an object or an array")
            }
            guard let next else { return nil }
            node = next
        }
        return AnswerReader(answer, node)
    }

    var exists: Bool { node != nil }

    /// The value as JSON; nil if it is missing or `null`.
    var json: JSONValue? {
        guard let node, !document.isNull(node) else { return nil }
        return document.value(node)
    }

    /// Returns the reader itself; nil if the value is missing or `null`.
    func optional() throws(SourceError) -> AnswerReader? {
        switch gap {
        case nil: return document.isNull(end) ? nil : self
        case .missing: return nil
        case .noObject: throw wrong("an object")
        }
    }

    func string() throws(SourceError) -> String {
        guard let node, let string = document.string(node) else { throw wrong("a string") }
        return string.asLongAsIsRead()
    }

    /// Calls `body` with the string here, as UTF-8.
    func withUTF8<Output>(_ body: (UnsafeBufferPointer<UInt8>) -> Output) throws(SourceError) -> Output {
        guard let node, let result = document.withUTF8(of: node, { body($0.asLongAsIsRead) }) else {
            throw wrong("a string")
        }
        return result
    }

    /// Returns the string here, or the number as text.
    func text() throws(SourceError) -> String {
        guard let node, let text = document.string(node) ?? document.number(node)?.text else {
            throw wrong("a string or a number")
        }
        return text.asLongAsIsRead()
    }

    /// Returns the string here, or the number or the boolean as text.
    func scalar() throws(SourceError) -> String {
        guard let node, let text = document.string(node) ?? document.number(node)?.text ?? boolean?.description else {
            throw wrong("a string, a number or a boolean")
        }
        let read = text.asLongAsIsRead()
        try answer.read(read.utf8.count)
        return read
    }

    /// Calls `body` with what `scalar` returns, as UTF-8.
    func withScalar<Output>(_ body: (UnsafeBufferPointer<UInt8>) -> Output) throws(SourceError) -> Output {
        if let node, let (result, count) = document.withUTF8(of: node, { (body($0.asLongAsIsRead), $0.count) }) {
            try answer.read(count)
            return result
        }
        var text = try scalar()
        return text.withUTF8(body)
    }

    /// The number here; nil if it is something else.
    var number: JSONNumber? { node.flatMap { document.number($0) } }

    /// The boolean here; nil if it is something else.
    var boolean: Bool? { node.flatMap { document.boolean($0) } }

    func object() throws(SourceError) -> JSONObject {
        guard let node, document.kind(node) == .object else { throw wrong("an object") }
        return document.object(node)
    }

    func integer() throws(SourceError) -> Int {
        guard let node, let integer = document.integer(node) else { throw wrongNumber("a whole number") }
        return integer
    }

    func elements() throws(SourceError) -> Elements {
        guard let node, document.kind(node) == .array else { throw wrong("an array") }
        return Elements(answer: answer, nodes: document.elements(of: node), underestimatedCount: document.count(node))
    }

    /// The elements of an array.
    struct Elements: Sequence, IteratorProtocol {
        fileprivate let answer: Answer
        fileprivate var nodes: JSONDocument.Elements
        let underestimatedCount: Int

        mutating func next() -> AnswerReader? {
            nodes.next().map { AnswerReader(answer, $0) }
        }
    }

    /// Calls `body` with each member of the object here, in the order of the answer, including duplicates. Use it to
    /// read many members in one pass:
    ///
    ///     try hit.forEachMember { (name, value) throws(SourceError) in
    ///         switch name {
    ///         case "title": title = try value.string()
    ///         default: break
    ///         }
    ///     }
    func forEachMember(
        _ body: (_ name: Span<UInt8>, _ value: AnswerReader) throws(SourceError) -> Void
    ) throws(SourceError) {
        guard let node, document.kind(node) == .object else { throw wrong("an object") }
        try document.forEachMember(of: node) { (name, value) throws(SourceError) in
            try body(name, AnswerReader(answer, value))
        }
    }

    /// Returns the elements of the array here, or the values of the object's members, including duplicates.
    func values() throws(SourceError) -> [AnswerReader] {
        guard let node, document.kind(node) == .object else { return Array(try elements()) }
        return document.members(of: node).map { AnswerReader(answer, $0.value) }
    }

    /// Returns the error that something other than `expected` is here.
    func wrong(_ expected: String) -> SourceError {
        switch gap {
        case nil: wrong(words(for: end), expected, found: "not \(document.kind(end)?.rawValue ?? "")")
        case .missing(let first, let rest):
            wrong(words(for: end, then: [first] + rest), expected, found: "but it is missing")
        case .noObject: wrong(words(for: end), "an object", found: "not \(document.kind(end)?.rawValue ?? "")")
        }
    }

    /// Returns the same error, quoting the number if there is one here. A part of it is not quoted: it may be that of a
    /// key, which would not be recognized.
    func wrongNumber(_ expected: String) -> SourceError {
        guard let node, let text = document.number(node)?.text else { return wrong(expected) }
        let count = text.utf8.count
        return wrong(words(for: node), expected, found: count > 40 ? "not one of \(count) characters" : "not \(text)")
    }

    /// Returns the error that the value here is wrong in some way other than its kind: it `has more than 64 members`.
    func fault(_ text: String) -> SourceError {
        SourceError(
            .decode, "\(answer.origin) answered wrongly: \(node.map { words(for: $0) } ?? answer.name) \(text)")
    }

    private func wrong(_ words: String, _ expected: String, found: String) -> SourceError {
        SourceError(.decode, "\(answer.origin) answered wrongly: \(words) must be \(expected), \(found)")
    }

    /// Returns the path to `node` and on to `members` in words: `query.search[3].title`.
    private func words(for node: JSONDocument.Node, then members: [StaticString] = []) -> String {
        let path = document.path(to: node) + members.map { .member("\($0)") }
        if case .member = path.first { return path.words }
        return answer.name + path.words
    }
}
