import HTTP
import JSON
import SearchSource

/// How the next page of a list is requested, and when there is none: `paging` of a description.
///
/// It is always the service that signals the end: by no cursor, a false `more`, the total reached, or an empty array. A
/// page that is shorter than requested does not: services filter, and treat the requested size as a maximum.
struct PagingRule: Sendable {
    /// How the next page is identified.
    enum Kind: String, CaseIterable {
        /// By the number of rows before it.
        case offset
        /// By its number.
        case page
        /// By the value at `from` in the answer.
        case cursor
        /// By the address with `rel="next"` in the header `Link` (RFC 8288).
        case link
        /// By members of the answer at `from`, which go back into the request.
        case merge
        /// By the value or values at `from` in the last row.
        case last
    }

    let kind: Kind
    private let first: JSONValue?
    private let sendsFirst: Bool
    private let from: [AnswerPointer]
    private let isSeveral: Bool
    private let more: AnswerPointer?
    private let lastNumber: Int
    private let endsAtTotal: Bool
    let endsEmpty: Bool

    init(_ value: DescribedValue) throws(DescriptionError) {
        let object = try value.object(["by", "first", "sendOnFirst", "from", "more", "max", "untilTotal", "empty"])
        kind = try object.needed("by").word(of: Kind.allCases)
        let isNumber = kind == .offset || kind == .page
        (first, sendsFirst) = try Self.first(object, kind)
        (from, isSeveral) = try Self.from(object, kind)
        more = try object.optional("more", AnswerPointer.init)
        if !isNumber {
            for name in ["max", "untilTotal"] {
                if let place = object[name] { throw place.fault("is only allowed with paging by `offset` or `page`") }
            }
        }
        lastNumber = try object.integer("max", in: 0...1_000_000_000) ?? .max
        let untilTotal = try object.boolean("untilTotal")
        endsAtTotal = isNumber && untilTotal ?? true
        endsEmpty = try object.word("empty", ["end", "next"]) != "next"
        if !endsEmpty, isNumber, let place = object["empty"] {
            throw place.fault("must be `end` with paging by `offset` or `page`: nothing else would end it")
        }
    }

    private static func first(
        _ object: DescribedObject, _ kind: Kind
    ) throws(DescriptionError) -> (JSONValue?, isSent: Bool) {
        let isSent = try object.boolean("sendOnFirst")
        if kind == .offset || kind == .page {
            let number = try object.integer("first", in: 0...1_000_000)
            return (.number(JSONNumber(number ?? (kind == .page ? 1 : 0))), isSent ?? true)
        }
        if isSent == true, object["first"] == nil, let place = object["sendOnFirst"] {
            throw place.fault("needs `first`, to say what is sent")
        }
        guard let first = object["first"] else { return (nil, false) }
        guard kind == .cursor || kind == .last else {
            throw first.fault("is not allowed with paging by `\(kind.rawValue)`")
        }
        return (first.json, isSent ?? true)
    }

    private static func from(
        _ object: DescribedObject, _ kind: Kind
    ) throws(DescriptionError) -> ([AnswerPointer], isSeveral: Bool) {
        guard [.cursor, .merge, .last].contains(kind) else {
            if let place = object["from"] { throw place.fault("is not allowed with paging by `\(kind.rawValue)`") }
            return ([], false)
        }
        let pointers = try object.required("from") { (place) throws(DescriptionError) in
            try place.several(atMost: 8, AnswerPointer.init)
        }
        return (pointers ?? [], object["from"]?.json.array != nil)
    }

    /// The hole that the position goes into; nil if it needs none.
    var hole: RequestHole.Name? {
        switch kind {
        case .offset: .offset
        case .page: .page
        case .cursor, .last: .cursor
        case .link, .merge: nil
        }
    }

    /// Where the list begins.
    var beginning: PagingPosition { PagingPosition(value: sendsFirst ? first : nil, rows: 0, seen: 0) }

    /// What is known of a page when the next one is determined.
    struct PageRead {
        let answer: AnswerReader
        let response: HTTPResponse
        let request: HTTPRequest
        let rows: [AnswerReader]
        let total: Int?
        /// A checksum of the ids that were read.
        let seen: UInt64
    }

    /// Returns where the page after this one begins; nil if this one is the last.
    func next(after position: PagingPosition, _ page: PageRead) throws(SourceError) -> PagingPosition? {
        if page.rows.isEmpty, endsEmpty { return nil }
        if let more, let flag = try page.answer.at(more)?.optional() {
            guard let isMore = flag.json?.boolean else { throw flag.wrong("true or false") }
            if !isMore { return nil }
        }
        let (rows, isTooMany) = position.rows.addingReportingOverflow(page.rows.count)
        if isTooMany { return nil }
        if endsAtTotal, let total = page.total, rows >= total { return nil }
        guard let value = try value(after: position, page) else { return nil }
        var next = PagingPosition(value: value, rows: rows, seen: page.seen)
        guard next.text.utf8.count <= PagingPosition.longest else {
            throw page.answer.fault("has a cursor that is longer than \(PagingPosition.longest) bytes")
        }
        next.prepared = position.prepared
        let isSame = JSONWriter.bytes(of: value) == JSONWriter.bytes(of: position.value ?? .null)
        if isSame, page.rows.isEmpty || position.rows > 0 && position.seen == page.seen {
            throw page.answer.fault("repeats the cursor of the request, and has nothing new")
        }
        return next
    }

    private func value(after position: PagingPosition, _ page: PageRead) throws(SourceError) -> JSONValue? {
        switch kind {
        case .offset: return number(position, adding: page.rows.count)
        case .page: return number(position, adding: 1)
        case .link:
            return try PageLink.next(in: page.response, of: page.request).map { .string($0) }
        case .cursor, .merge:
            let value: JSONValue? = try from.firstValue { (pointer) throws(SourceError) in
                guard let value = try page.answer.at(pointer)?.json, value.isCursor else { return nil }
                return value
            }
            return try value.map { (value) throws(SourceError) in try checked(value, page.answer) }
        case .last:
            guard let row = page.rows.last else { return nil }
            var values: [JSONValue] = []
            for pointer in from {
                guard let value = try row.at(pointer)?.json else {
                    throw row.fault("has nothing at \(pointer.text), which the request for the next page needs")
                }
                values.append(value)
            }
            return isSeveral ? .array(values) : values.first
        }
    }

    private func number(_ position: PagingPosition, adding count: Int) -> JSONValue? {
        let (next, isTooFar) = ((position.value ?? first)?.integer ?? 0).addingReportingOverflow(count)
        return isTooFar || next > lastNumber ? nil : .number(JSONNumber(next))
    }

    private func checked(_ value: JSONValue, _ answer: AnswerReader) throws(SourceError) -> JSONValue {
        guard kind == .merge else { return value }
        guard let object = value.object else {
            throw answer.fault("must have an object at \(from[0].text), not \(value.kind)")
        }
        guard object.members.count <= 64 else { throw answer.fault("has more than 64 members at \(from[0].text)") }
        return value
    }
}

extension JSONValue {
    /// Whether it says where a next page begins: an empty string, like `null`, says that there is none.
    fileprivate var isCursor: Bool {
        if case .number = self { true } else { saysSomething }
    }
}
