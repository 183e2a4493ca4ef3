/// Header fields, in order. Names are looked up whatever their case (RFC 9110, section 5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One field line.
    public struct Field: Hashable, Sendable {
        /// The name, as it was written.
        public var name: String
        /// The value, without white space at its ends.
        public var value: String
    }

    /// The field lines in order.
    public private(set) var fields: [Field] = []

    /// Headers with these fields.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// Adds a field line.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The value of the first field `name`.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
