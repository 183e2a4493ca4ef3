/// Any JSON value (RFC 8259).
public enum JSONValue: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean(Bool)
    /// A number, as it was written.
    case number(JSONNumber)
    /// A string. A lone surrogate escape has become U+FFFD.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// The kind of the value, as in error messages: "a string", "null", ….
    public var kind: String {
        let kind: JSONKind =
            switch self {
            case .null: .null
            case .boolean: .boolean
            case .number: .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
        return kind.rawValue
    }

    /// The string, or nil if it is something else.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The boolean, or nil if it is something else.
    public var boolean: Bool? {
        if case .boolean(let boolean) = self { boolean } else { nil }
    }

    /// The whole number, or nil if it is something else or does not fit.
    public var integer: Int? {
        if case .number(let number) = self { number.integer } else { nil }
    }

    /// The string, or the number or the boolean as text, or nil if it is something else.
    public var scalar: String? {
        switch self {
        case .string(let string): string
        case .number(let number): number.text
        case .boolean(let boolean): String(boolean)
        case .null, .array, .object: nil
        }
    }

    /// The array, or nil if it is something else.
    public var array: [JSONValue]? {
        if case .array(let array) = self { array } else { nil }
    }

    /// The object, or nil if it is something else.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}
