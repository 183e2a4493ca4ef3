/// What a source says about an item or a detail in addition to the members that all sources share: names and plain
/// values.
public struct Fields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One field.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: Value

        /// Whether both have the same name, by its bytes, and the same value.
        public static func == (left: Field, right: Field) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }

    /// The value of a field.
    public enum Value: Hashable, Sendable {
        /// Text.
        case text(String)
        /// An integer of a magnitude below 2^53, so that every client can represent it.
        case integer(Int)
        /// A boolean.
        case boolean(Bool)

        /// Whether both are the same. Texts are compared by their bytes.
        public static func == (left: Value, right: Value) -> Bool {
            switch (left, right) {
            case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
            case (.integer(let left), .integer(let right)): left == right
            case (.boolean(let left), .boolean(let right)): left == right
            case (.text, _), (.integer, _), (.boolean, _): false
            }
        }
    }

    /// The fields, in order.
    public private(set) var fields: [Field] = []

    /// These fields.
    public init(dictionaryLiteral elements: (String, Value)...) {
        fields.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// No fields, with room for `minimumCapacity` of them.
    public init(minimumCapacity: Int) {
        fields.reserveCapacity(minimumCapacity)
    }

    /// Adds a field whose name is not used yet, unless its value is an integer that not every client can represent.
    package mutating func add(_ name: consuming String, _ value: consuming Value) {
        if value.isHeldByAll { fields.append(Field(name: name, value: value)) }
    }

    /// The value of the field `name`. Setting nil removes the field, and so does setting an integer that not every
    /// client can represent.
    public subscript(name: String) -> Value? {
        get { fields.first { $0.name.hasSameBytes(as: name) }?.value }
        set {
            let index = fields.firstIndex { $0.name.hasSameBytes(as: name) }
            switch (index, newValue.flatMap { $0.isHeldByAll ? $0 : nil }) {
            case (let index?, let value?): fields[index].value = value
            case (let index?, nil): fields.remove(at: index)
            case (nil, let value?): fields.append(Field(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension Fields.Value {
    /// The value as plain text.
    package var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .boolean(let boolean): String(boolean)
        }
    }

    /// Whether every client can represent it: it is not an integer of a magnitude of 2^53 or more.
    fileprivate var isHeldByAll: Bool {
        if case .integer(let number) = self { number.magnitude < 1 << 53 } else { true }
    }
}

extension Fields.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// An integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
