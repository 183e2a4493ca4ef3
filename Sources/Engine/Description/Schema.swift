import JSON
import SearchSource

/// The type of a value on the wire: declared once, checked in params, and shown to clients as a JSON Schema.
///
/// It uses only keywords that mean the same in draft-07 (which OpenRPC 1.3 uses) and in 2020-12.
indirect enum Schema: Sendable {
    case string
    /// A string of at most this many Unicode code points.
    case text(atMost: Int)
    case boolean
    case null
    case integer(atLeast: Int)
    case integerIn(ClosedRange<Int>)
    /// One of these.
    case choice([String])
    /// A word of this vocabulary, or one that a later version adds to it.
    case word(Vocabulary)
    case array(Schema)
    /// An object with any member names, whose values match this schema.
    case map(Schema)
    /// An object with these members, and others that a later version adds.
    case shape(Shape)
    /// Either of these, the first one if both match.
    case either(Schema, Schema)
    /// A string, a whole number or a boolean.
    case scalar
    /// A request's id: a string, a number or null.
    case requestID
    /// An object about which nothing more is said.
    case object

    /// Returns `schema`, but with null allowed too.
    static func orNull(_ schema: Schema) -> Schema { .either(schema, .null) }

    /// The type in the words of an error message.
    var expected: String {
        switch self {
        case .string, .text: "a string"
        case .boolean: "true or false"
        case .null: "null"
        case .integer(let least): "a whole number, at least \(least)"
        case .integerIn(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let words): "one of " + words.joined(separator: ", ")
        case .word: "a string"
        case .array: "an array"
        case .map, .shape, .object: "an object"
        case .either(let one, let other): "\(one.expected), or \(other.expected)"
        case .scalar: "a string, a whole number or a boolean"
        case .requestID: "a string, a number or null"
        }
    }

    /// Returns what would be right instead of `found`. For a string that is too long, and a number that not every
    /// client can hold, that is the limit rather than just the type.
    func expected(insteadOf found: JSONValue?) -> String {
        switch (self, found) {
        case (.text(let most), .string): "a string of at most \(most) code points"
        case (.scalar, .number): "a whole number below 2^53 in size"
        case (.integer, .number(let number)) where number.double.map { $0 >= 0x1p53 } ?? true:
            "\(expected) and below 2^53"
        default: expected
        }
    }

    /// Whether `value` matches on one level: the contents of an array or an object are not looked at.
    func accepts(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.text(let most), .string(let text)): text.utf8.count <= most || text.unicodeScalars.count <= most
        case (.string, .string), (.boolean, .boolean), (.null, .null), (.array, .array): true
        case (.map, .object), (.shape, .object), (.object, .object): true
        case (.integer(let least), .number(let number)): number.integer.map { $0 >= least } ?? false
        case (.integerIn(let range), .number(let number)): number.integer.map(range.contains) ?? false
        case (.choice(let words), .string(let text)): words.contains { $0.hasSameBytes(as: text) }
        case (.word, .string): true
        case (.either(let one, let other), let value): one.accepts(value) || other.accepts(value)
        case (.scalar, .string), (.scalar, .boolean): true
        case (.scalar, .number(let number)): number.integer.map { $0.magnitude < 1 << 53 } ?? false
        case (.requestID, .string), (.requestID, .number), (.requestID, .null): true
        default: false
        }
    }

    /// The schema as JSON. Named schemas are referred to, as usual in OpenRPC.
    var json: JSONValue {
        switch self {
        // The maximum length of a string is a limit of this engine, not of the protocol: 1.0 has none in its schemas.
        case .string, .text: ["type": "string"]
        case .boolean: ["type": "boolean"]
        case .null: ["type": "null"]
        case .integer(let least): ["type": "integer", "minimum": .number(JSONNumber(least))]
        case .integerIn(let range):
            [
                "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
                "maximum": .number(JSONNumber(range.upperBound)),
            ]
        case .choice(let words): ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .word(let vocabulary): Self.reference(to: vocabulary.name)
        case .array(let element): ["type": "array", "items": element.json]
        case .map(let value): ["type": "object", "additionalProperties": value.json]
        case .shape(let shape): Self.reference(to: shape.name)
        case .either(let one, let other): ["anyOf": [one.json, other.json]]
        case .scalar: ["type": ["string", "integer", "boolean"]]
        case .requestID: ["type": ["string", "number", "null"]]
        case .object: ["type": "object"]
        }
    }

    private static func reference(to name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// Every named schema that this refers to, directly or indirectly.
    var definitions: [(name: String, json: JSONValue)] {
        switch self {
        case .array(let schema), .map(let schema): schema.definitions
        case .either(let one, let other): one.definitions + other.definitions
        case .shape(let shape): [(shape.name, shape.json)] + shape.members.flatMap(\.schema.definitions)
        case .word(let vocabulary): [(vocabulary.name, vocabulary.json)]
        default: []
        }
    }
}
