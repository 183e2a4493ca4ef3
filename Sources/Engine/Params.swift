import JSON
import JSONRPC

/// The params of one call, read according to their declarations. A member that is `null` counts as missing; unknown
/// members are ignored.
struct Params {
    private let params: CallParams

    init(_ params: CallParams) {
        self.params = params
    }

    /// The param with this name, whatever its type; nil if there is none. An array or an object is returned empty.
    subscript(name: String) -> JSONValue? { params.outline(of: name) }

    func string(_ param: Member) throws(ResponseError) -> String? {
        try value(param)?.string
    }

    func boolean(_ param: Member) throws(ResponseError) -> Bool? {
        try value(param)?.boolean
    }

    func integer(_ param: Member) throws(ResponseError) -> Int? {
        try value(param)?.integer
    }

    /// Returns the members of an object, none of which has been read yet.
    func object(_ param: Member) throws(ResponseError) -> CallParams? {
        try value(param) == nil ? nil : params.members(of: param.name)
    }

    /// Returns the array that the param is, unread; nil if it is not an array.
    func array(_ param: Member) -> ArrayParam? {
        guard let place = params.place(of: param.name), params.document.kind(place) == .array else { return nil }
        return ArrayParam(document: params.document, place: place)
    }

    /// Returns a string that must be there.
    func required(_ param: Member) throws(ResponseError) -> String {
        guard let string = try string(param) else { throw .wrongParam(param, found: nil) }
        return string
    }

    /// Returns an array that must be there, unread.
    func required(array param: Member) throws(ResponseError) -> ArrayParam {
        guard let array = array(param) else { throw .wrongParam(param, found: try value(param)) }
        return array
    }

    private func value(_ param: Member) throws(ResponseError) -> JSONValue? {
        guard let value = self[param.name] else { return nil }
        if case .null = value { return nil }
        guard param.schema.accepts(value) else { throw .wrongParam(param, found: value) }
        return value
    }
}

/// A param that is an array, none of which has been read yet.
struct ArrayParam: Sendable {
    fileprivate let document: JSONDocument
    fileprivate let place: JSONDocument.Node

    /// The number of elements.
    private var count: Int { document.count(place) }

    /// Whether reading it takes long: it has more than `values` values, at whatever depth, or it came in a long
    /// message.
    func isLong(atMost values: Int) -> Bool {
        document.size(place) > values || document.bytes.count > Intake.largestReadAtOnce
    }

    /// Returns what `read` makes of each element, or of the first `most`.
    func map<Element>(
        atMost most: Int = .max,
        _ read: (_ document: JSONDocument, _ element: JSONDocument.Node, _ index: Int) throws(ResponseError) -> Element
    ) throws(ResponseError) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(min(count, most))
        for element in document.elements(of: place) {
            guard elements.count < most else { break }
            elements.append(try read(document, element, elements.count))
        }
        return elements
    }
}

extension ResponseError {
    /// A param is not what it must be.
    static func wrongParam(_ param: Member, found: JSONValue?) -> ResponseError {
        wrongParam(param.name, expected: param.schema.expected(insteadOf: found), found: found)
    }

    /// A param, or a part of one, is not what it must be.
    static func wrongParam(_ name: String, expected: String, found: JSONValue?) -> ResponseError {
        let actual = found.map { "not \($0.brief)" } ?? "but it is missing"
        return ResponseError(
            .invalidParams, "`\(name)` must be \(expected), \(actual)",
            data: JSONObject([("param", .string(name)), ("expected", .string(expected))]))
    }
}

extension JSONValue {
    /// The value itself if it is short, else what kind of value it is; of a very long string, its length.
    fileprivate var brief: String {
        switch self {
        case .string(let text) where text.utf8.count <= 40: "\"\(text)\""
        case .string(let text) where text.utf8.count > 10_000: "one of \(text.unicodeScalars.count)"
        case .number(let number) where number.text.utf8.count <= 40: number.text
        case .boolean(let value): "\(value)"
        default: kind
        }
    }
}
