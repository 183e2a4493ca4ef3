import JSON
import JSONRPC

/// The params of one call, read by their declarations. A member that is `null` counts as missing; members that no
/// method knows are passed over.
struct Params {
    private let params: CallParams

    init(_ params: CallParams) {
        self.params = params
    }

    /// The param of this name, whatever it is; nil if there is none.
    subscript(name: String) -> JSONValue? { params[name] }

    func string(_ param: Member) throws(ResponseError) -> String? {
        try value(param)?.string
    }

    func boolean(_ param: Member) throws(ResponseError) -> Bool? {
        try value(param)?.boolean
    }

    func integer(_ param: Member) throws(ResponseError) -> Int? {
        try value(param)?.integer
    }

    func object(_ param: Member) throws(ResponseError) -> JSONObject? {
        try value(param)?.object
    }

    /// Whatever the param can be, all of which is as it must be.
    func whole(_ param: Member) throws(ResponseError) -> JSONValue? {
        guard let value = try value(param) else { return nil }
        guard let fault = param.schema.fault(in: value) else { return value }
        throw .wrongParam(param.name + fault.place, expected: fault.expected, found: fault.found)
    }

    /// A string that must be there.
    func required(_ param: Member) throws(ResponseError) -> String {
        guard let string = try string(param) else { throw .wrongParam(param, found: nil) }
        return string
    }

    /// An array that must be there, all of which is as it must be.
    func required(array param: Member) throws(ResponseError) -> [JSONValue] {
        guard let array = try whole(param)?.array else { throw .wrongParam(param, found: nil) }
        return array
    }

    private func value(_ param: Member) throws(ResponseError) -> JSONValue? {
        guard let value = params[param.name], value != .null else { return nil }
        guard param.schema.accepts(value) else { throw .wrongParam(param, found: value) }
        return value
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
    /// The value itself if it is short, else what kind of value it is.
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
