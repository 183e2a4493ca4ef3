import JSON
import JSONRPC

/// One param of a method: declared once, with its name, type and documentation.
struct Parameter: Sendable {
    let name: String
    let type: Schema
    let isRequired: Bool
    let summary: String

    init(_ name: String, _ type: Schema, isRequired: Bool = false, _ summary: String) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.summary = summary
    }
}

/// The params of one call, read by their declarations. A member that is `null` counts as missing; members that no
/// method knows are passed over.
struct Params {
    let object: JSONObject

    func string(_ parameter: Parameter) throws(ResponseError) -> String? {
        try value(parameter)?.string
    }

    func boolean(_ parameter: Parameter) throws(ResponseError) -> Bool? {
        try value(parameter)?.boolean
    }

    func integer(_ parameter: Parameter) throws(ResponseError) -> Int? {
        try value(parameter)?.integer
    }

    func object(_ parameter: Parameter) throws(ResponseError) -> JSONObject? {
        try value(parameter)?.object
    }

    /// A string that must be there.
    func required(_ parameter: Parameter) throws(ResponseError) -> String {
        guard let string = try string(parameter) else { throw .wrongParam(parameter, found: nil) }
        return string
    }

    private func value(_ parameter: Parameter) throws(ResponseError) -> JSONValue? {
        guard let value = object[parameter.name], value != .null else { return nil }
        guard parameter.type.accepts(value) else { throw .wrongParam(parameter, found: value) }
        return value
    }
}

extension ResponseError {
    /// A param is not what it must be.
    static func wrongParam(_ parameter: Parameter, found: JSONValue?) -> ResponseError {
        wrongParam(parameter.name, expected: parameter.type.expected, found: found)
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
        case .number(let number) where number.text.utf8.count <= 40: number.text
        case .boolean(let value): "\(value)"
        default: kind
        }
    }
}
