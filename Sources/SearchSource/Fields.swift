/// What a source says about an item or a detail beside the parts that all sources share: names and plain values.
public struct Fields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One field.
    public struct Field: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: Value

        /// Whether both have the same bytes.
        public static func == (left: Field, right: Field) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }

    /// A value of a field.
    public enum Value: Hashable, Sendable {
        /// Text.
        case text(String)
        /// A whole number, below 2^53 in size, so that every client can hold it.
        case integer(Int)
        /// Yes or no.
        case boolean(Bool)

        /// Whether both are the same; texts, if their bytes are.
        public static func == (left: Value, right: Value) -> Bool {
            switch (left, right) {
            case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
            case (.integer(let left), .integer(let right)): left == right
            case (.boolean(let left), .boolean(let right)): left == right
            case (.text, _), (.integer, _), (.boolean, _): false
            }
        }
    }

    /// The fields in order.
    public private(set) var fields: [Field] = []

    /// These fields.
    public init(dictionaryLiteral elements: (String, Value)...) {
        fields.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// No fields, and room for `minimumCapacity` of them.
    public init(minimumCapacity: Int) {
        fields.reserveCapacity(minimumCapacity)
    }

    /// Adds a field whose name no other has, unless not every client can hold its value.
    package mutating func add(_ name: consuming String, _ value: consuming Value) {
        if value.isHeldByAll { fields.append(Field(name: name, value: value)) }
    }

    /// The field `name`. Setting nil removes it, and so does a number that not every client can hold.
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
    /// The value as it is shown where there is only text.
    package var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .boolean(let boolean): String(boolean)
        }
    }

    /// Whether it is no number of 2^53 or more in size.
    fileprivate var isHeldByAll: Bool {
        if case .integer(let number) = self { number.magnitude < 1 << 53 } else { true }
    }
}

extension Fields.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Yes or no.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
