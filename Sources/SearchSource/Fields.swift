import Bytes

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

    /// The fields, one after another, each as in `Place`. (One block of memory an item, whatever its fields are.)
    private var bytes: [UInt8] = []

    /// These fields. Of several with the same name, the last one counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(minimumCapacity: elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// No fields, with room for `minimumCapacity` short ones.
    public init(minimumCapacity: Int) {
        bytes.reserveCapacity(minimumCapacity * 48)
    }

    /// Their approximate size in bytes.
    package var size: Int { bytes.count }

    /// The fields, in order.
    public var fields: [Field] {
        var fields: [Field] = []
        forEach { fields.append(Field(name: String(checkedUTF8: $0), value: Value($1))) }
        return fields
    }

    /// Calls `body` with each name and value, in order.
    package func forEach(_ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: ValueInPlace) -> Void) {
        bytes.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let place = Place(bytes, at: start)
                body(place.name(in: bytes), place.value(in: bytes))
                start = place.end
            }
        }
    }

    /// Adds a field whose name is not used yet, unless its value is an integer that not every client can represent.
    package mutating func add(_ name: StaticString, _ value: Value) {
        name.withUTF8Buffer { append($0, value) }
    }

    /// The same for a name that is not known at compile time.
    package mutating func add(named name: String, _ value: Value) {
        var name = name
        name.withUTF8 { append($0, value) }
    }

    /// Adds a text whose name is not used yet. It is given as UTF-8, which must be valid.
    package mutating func add(_ name: StaticString, utf8 text: UnsafeBufferPointer<UInt8>) {
        name.withUTF8Buffer { append($0, .text, UnsafeRawBufferPointer(text)) }
    }

    private mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ value: Value) {
        switch value {
        case .text(var text): text.withUTF8 { append(name, .text, UnsafeRawBufferPointer($0)) }
        case .integer(let number):
            guard value.isHeldByAll else { return }
            withUnsafeBytes(of: number) { append(name, .integer, $0) }
        case .boolean(let boolean): withUnsafeBytes(of: boolean) { append(name, .boolean, $0) }
        }
    }

    private mutating func append(
        _ name: UnsafeBufferPointer<UInt8>, _ kind: Kind, _ value: UnsafeRawBufferPointer
    ) {
        withUnsafeBytes(of: (kind.rawValue, name.count, value.count)) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
    }

    /// The value of the field `name`. Setting nil removes the field, and so does setting an integer that not every
    /// client can represent.
    public subscript(name: String) -> Value? {
        get {
            var name = name
            return name.withUTF8 { name in
                place(of: name).map { place in bytes.withUnsafeBytes { Value(place.value(in: $0)) } }
            }
        }
        set {
            var name = name
            name.withUTF8 { name in
                guard let place = place(of: name) else {
                    if let newValue { append(name, newValue) }
                    return
                }
                var changed = Fields()
                if let newValue { changed.append(name, newValue) }
                bytes.replaceSubrange(place.start..<place.end, with: changed.bytes)
            }
        }
    }

    private func place(of name: UnsafeBufferPointer<UInt8>) -> Place? {
        bytes.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let place = Place(bytes, at: start)
                if place.name(in: bytes).elementsEqual(name) { return place }
                start = place.end
            }
            return nil
        }
    }
}

extension Fields {
    /// A value in the place where it is kept.
    package enum ValueInPlace {
        /// Text, as UTF-8.
        case text(UnsafeBufferPointer<UInt8>)
        /// An integer.
        case integer(Int)
        /// A boolean.
        case boolean(Bool)
    }

    private enum Kind: Int {
        case text, integer, boolean
    }

    /// Where a field is in `bytes`: its kind, the sizes of its name and of its value (three integers), and both.
    private struct Place {
        let start: Int
        private let kind: Int
        private let name: Range<Int>
        let end: Int

        init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
            let header = bytes.loadUnaligned(fromByteOffset: start, as: (kind: Int, name: Int, value: Int).self)
            let behind = start + MemoryLayout.size(ofValue: header)
            self.start = start
            kind = header.kind
            name = behind..<behind + header.name
            end = name.upperBound + header.value
        }

        func name(in bytes: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
            UnsafeRawBufferPointer(rebasing: bytes[name]).assumingMemoryBound(to: UInt8.self)
        }

        func value(in bytes: UnsafeRawBufferPointer) -> ValueInPlace {
            switch Kind(rawValue: kind) {
            case .integer: .integer(bytes.loadUnaligned(fromByteOffset: name.upperBound, as: Int.self))
            case .boolean: .boolean(bytes[name.upperBound] != 0)
            case .text, nil:
                .text(
                    UnsafeRawBufferPointer(rebasing: bytes[name.upperBound..<end]).assumingMemoryBound(to: UInt8.self))
            }
        }
    }
}

extension Fields.Value {
    fileprivate init(_ value: Fields.ValueInPlace) {
        switch value {
        case .text(let text): self = .text(String(checkedUTF8: text))
        case .integer(let number): self = .integer(number)
        case .boolean(let boolean): self = .boolean(boolean)
        }
    }

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
