import Bytes

/// Header fields, in order. Names are case-insensitive (RFC 9110, section 5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The field lines, one after the other: `name:value` and a line feed. They stay bytes because few of them are ever
    /// looked at.
    private var lines: [UInt8] = []

    /// One field line.
    public struct Field: Hashable, Sendable {
        /// The name, as it was written.
        public let name: String
        /// The value, without white space at its ends.
        public let value: String
    }

    /// Headers with these fields.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// How many bytes they take.
    public var size: Int { lines.count }

    /// The field lines in order.
    public var fields: [Field] {
        var fields: [Field] = []
        forEach { name, value in
            fields.append(Field(name: text(name), value: text(value)))
            return true
        }
        return fields
    }

    /// Adds a field line.
    public mutating func add(_ name: String, _ value: String) {
        var name = name
        name.withUTF8 { append($0[...], isName: true) }
        lines.append(UInt8(ascii: ":"))
        var value = value
        value.withUTF8 { append($0[...], isName: false) }
        lines.append(0x0A)
    }

    /// Adds a field line as received, `name: value` with or without its line end; anything else is ignored.
    public mutating func add(line: UnsafeBufferPointer<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        if lines.isEmpty { lines.reserveCapacity(512) }
        append(line[..<colon], isName: true)
        lines.append(UInt8(ascii: ":"))
        append(line[(colon + 1)...], isName: false)
        lines.append(0x0A)
    }

    /// The value of the first field `name`.
    public subscript(name: String) -> String? {
        var name = name
        let value = name.withUTF8 { name in
            var found: Range<Int>?
            forEach { field, value in
                if isSame(field, name) { found = value }
                return found == nil
            }
            return found
        }
        return value.map { text($0) }
    }

    /// Appends `bytes` without white space at their ends. A line end or a NUL inside, which could begin another field,
    /// becomes a space (RFC 9110, section 5.5); so does a colon in a name.
    private mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, isName: Bool) {
        var bytes = bytes
        while let first = bytes.first, first.isBlank { bytes.removeFirst() }
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        let start = lines.count
        lines.append(contentsOf: UnsafeBufferPointer(rebasing: bytes))
        for index in start..<lines.count {
            let byte = lines[index]
            if byte == 0x0A || byte == 0x0D || byte == 0 || isName && byte == UInt8(ascii: ":") { lines[index] = 0x20 }
        }
    }

    /// Calls `body` with the ranges of each field's name and value until it returns false.
    private func forEach(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Bool) {
        var start = 0
        var colon: Int?
        for (index, byte) in lines.enumerated() {
            if byte == UInt8(ascii: ":"), colon == nil { colon = index }
            guard byte == 0x0A else { continue }
            if let colon, !body(start..<colon, colon + 1..<index) { return }
            start = index + 1
            colon = nil
        }
    }

    private func isSame(_ field: Range<Int>, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard field.count == name.count else { return false }
        for (index, byte) in zip(field, name) where lines[index].inSmall != byte.inSmall { return false }
        return true
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: lines[range], as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether this is white space around a field's value, a line end, or a byte that becomes white space.
    fileprivate var isBlank: Bool {
        self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A || self == 0
    }
}
