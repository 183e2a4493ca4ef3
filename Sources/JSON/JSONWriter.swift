/// Writes JSON, as compact as it can be, straight into bytes.
///
///     var writer = JSONWriter()
///     writer.object {
///         $0.member("id", 1)
///         $0.member("items") { $0.array { $0.string("→") } }
///     }
///
/// The text is one line whatever the strings hold: controls are escaped, and so are U+0085, U+2028 and U+2029, at
/// which some languages' line readers (Python's `splitlines`, older JavaScript) would cut it.
public struct JSONWriter {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []

    private var needsComma = false

    /// A writer that has written nothing, with room for `capacity` bytes.
    public init(capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// The text of `value`.
    public static func bytes(of value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }

    /// Writes an object; `members` writes what is in it.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes an array; `elements` writes what is in it.
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    private mutating func enclosed(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes `true` or `false`.
    public mutating func boolean(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes a whole number.
    public mutating func integer(_ value: Int) {
        separate()
        if value >= 0, value < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
        } else {
            bytes.append(contentsOf: String(value).utf8)
        }
    }

    /// Writes a string.
    public mutating func string(_ value: String) {
        separate()
        quoted(value)
    }

    /// Writes any value.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .boolean(let value): boolean(value)
        case .number(let number): raw(number.text.utf8)
        case .string(let value): string(value)
        case .array(let values): array { for value in values { $0.value(value) } }
        case .object(let object): self.object { for (name, value) in object.members { $0.member(named: name, value) } }
        }
    }

    /// Writes bytes that are known to be one JSON value, as they are.
    public mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func quoted(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { escape($0) }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONWriter {
    /// Writes a member whose value `body` writes; it must write exactly one.
    public mutating func member(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        body(&self)
    }

    /// Writes a member that is a string.
    public mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    /// Writes a member that is a whole number.
    public mutating func member(_ name: StaticString, _ value: Int) {
        self.name(name)
        integer(value)
    }

    /// Writes a member that is true or false.
    public mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        boolean(value)
    }

    /// Writes a member, or nothing if it is nil.
    public mutating func member(ifPresent name: StaticString, _ value: String?) {
        if let value { member(name, value) }
    }

    /// Writes a member, or nothing if it is nil.
    public mutating func member(ifPresent name: StaticString, _ value: Int?) {
        if let value { member(name, value) }
    }

    /// Writes a member that is a string, or `null` if it is nil.
    public mutating func member(orNull name: StaticString, _ value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a member whose name is not known beforehand.
    public mutating func member(named name: String, _ value: JSONValue) {
        separate()
        quoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        self.value(value)
    }

    /// Writes a name of ours, which needs no escaping.
    private mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }
}

extension JSONWriter {
    /// Appends the text of a string, escaping what must be. Whatever lies between two escapes is copied in one piece.
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var copied = 0
        var position = 0
        while let candidate = Self.nextCandidate(in: text, from: position) {
            guard let (scalar, length) = Self.escaped(text, at: candidate) else {
                position = candidate + 1
                continue
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<candidate]))
            escape(scalar)
            position = candidate + length
            copied = position
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
    }

    /// The next byte that is to be escaped or begins one of the line separators, looked for eight bytes at a time.
    private static func nextCandidate(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = UnsafeRawPointer(text.baseAddress) else { return nil }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        var position = start
        while position + 8 <= text.count {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            // As in the parser: a mark is true if it is the lowest, and none is missing.
            func equals(_ byte: UInt64) -> UInt64 {
                let difference = word ^ (ones &* byte)
                return (difference &- ones) & ~difference
            }
            let controls = (word &- ones &* 0x20) & ~word
            let marks = (controls | equals(0x22) | equals(0x5C) | equals(0xC2) | equals(0xE2)) & tops
            if marks != 0 { return position + marks.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < text.count {
            let byte = text[position]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0xC2 || byte == 0xE2 { return position }
            position += 1
        }
        return nil
    }

    /// The scalar that must be escaped at `position` and how many bytes it takes, or nil if it may stay.
    private static func escaped(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> (UInt16, Int)? {
        switch text[position] {
        case 0xC2:
            return text[position + 1] == 0x85 ? (0x0085, 2) : nil
        case 0xE2:
            guard text[position + 1] == 0x80, text[position + 2] & 0xFE == 0xA8 else { return nil }
            return (0x2000 | UInt16(text[position + 2]) & 0x7F, 3)
        case let byte:
            return (UInt16(byte), 1)
        }
    }

    private mutating func escape(_ scalar: UInt16) {
        bytes.append(UInt8(ascii: "\\"))
        switch scalar {
        case 0x22, 0x5C: bytes.append(UInt8(scalar))
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] {
                let digit = UInt8(scalar >> shift & 0xF)
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
