/// Reads a text in one pass: checks that it is JSON, and lists its values and names.
///
///     value ──{──→ name : ──→ value …   ──}, ]──→ after a value ───the outermost──→ done
///       ↑  └──[──→ value …                             │
///       └───────────────────────,──────────────────────┘
struct JSONScanner: ~Copyable {
    let buffer: UnsafeBufferPointer<UInt8>
    var position = 0
    private(set) var entries: GrowingBuffer<JSONEntry>

    private let maximumDepth: Int
    private let maximumCount: Int
    private var depth = 0

    /// The entry of the container that the next value is in.
    private var container = none
    private static let none = UInt32.max

    init(_ buffer: UnsafeBufferPointer<UInt8>, maximumDepth: Int, maximumCount: Int = .max) {
        self.buffer = buffer
        self.maximumCount = maximumCount
        self.maximumDepth = maximumDepth
        // Services' responses have about one entry per twenty bytes, requests one per eight.
        entries = GrowingBuffer(capacity: buffer.count / 16 + 8)
    }

    /// Reads the whole text. If this throws, what has been listed so far is correct.
    mutating func scan() throws(JSONError) {
        // Offsets are stored in 32 bits.
        guard buffer.count < UInt32.max else {
            throw JSONError(.tooLong, at: buffer.count, "the text is longer than 4 GiB")
        }
        if buffer.count >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { position = 3 }
        skipSpace()
        while true {
            guard entries.count < maximumCount else {
                throw JSONError(.tooMany, at: position, "more than \(maximumCount) values and names")
            }
            if try value() { continue }
            skipSpace()
            while container != Self.none, try closes() { skipSpace() }
            if container == Self.none { break }
        }
        if position < buffer.count { throw unexpected("the end of the text, behind one JSON value,") }
    }

    /// Hands over what has been listed. The caller must deallocate it.
    consuming func released() -> UnsafeBufferPointer<JSONEntry> { entries.released() }

    /// Reads a value, or the beginning of a non-empty container; returns whether the container's first value is next.
    @inline(__always)
    private mutating func value() throws(JSONError) -> Bool {
        let start = position
        switch peek {
        case UInt8(ascii: "\""):
            try string()
        case UInt8(ascii: "{"):
            try open(.object)
            if take(UInt8(ascii: "}")) {
                close()
                return false
            }
            try name()
            return true
        case UInt8(ascii: "["):
            try open(.array)
            if take(UInt8(ascii: "]")) {
                close()
                return false
            }
            return true
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try number()
            list(.number, isASCII: true, from: start)
        case UInt8(ascii: "t"):
            try literal("true")
            list(.yes, from: start)
        case UInt8(ascii: "f"):
            try literal("false")
            list(.no, from: start)
        case UInt8(ascii: "n"):
            try literal("null")
            list(.null, from: start)
        default:
            throw unexpectedValue()
        }
        return false
    }

    /// Reads what follows a value; returns whether it closed the container, and so ended another value.
    @inline(__always)
    private mutating func closes() throws(JSONError) -> Bool {
        entries[Int(container)].count += 1
        if entries[Int(container)].kind == .object {
            if take(UInt8(ascii: "}")) {
                close()
                return true
            }
            guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `}`") }
            skipSpace()
            try name()
        } else {
            if take(UInt8(ascii: "]")) {
                close()
                return true
            }
            guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `]`") }
            skipSpace()
        }
        return false
    }

    @inline(never)
    private func unexpectedValue() -> JSONError {
        if container == Self.none { return unexpected("a JSON value") }
        let mayClose = entries[Int(container)].kind == .array && entries[Int(container)].count == 0
        return unexpected(mayClose ? "a value or `]`" : "a value")
    }

    private mutating func open(_ kind: JSONEntry.Kind) throws(JSONError) {
        guard depth < maximumDepth else {
            throw JSONError(.tooDeep, at: position, "nested deeper than \(maximumDepth) arrays and objects")
        }
        depth += 1
        let start = UInt32(truncatingIfNeeded: position)
        let index = UInt32(truncatingIfNeeded: entries.count)
        entries.makeRoom(1)
        entries.put(JSONEntry(kind: kind, isWhole: false, start: start, end: start, next: container))
        container = index
        position += 1
        skipSpace()
    }

    private mutating func close() {
        let index = Int(container)
        depth -= 1
        container = entries[index].next
        entries[index].next = UInt32(truncatingIfNeeded: entries.count)
        entries[index].end = UInt32(truncatingIfNeeded: position)
        entries[index].isWhole = true
    }

    @inline(__always)
    private mutating func name() throws(JSONError) {
        guard peek == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes") }
        try string()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw unexpected("`:`") }
        skipSpace()
    }

    /// Lists the value that starts at `start` and ends at the current position.
    @inline(__always)
    mutating func list(_ kind: JSONEntry.Kind, hasEscapes: Bool = false, isASCII: Bool = false, from start: Int) {
        entries.makeRoom(1)
        entries.put(
            JSONEntry(
                kind: kind, hasEscapes: hasEscapes, isASCII: isASCII, start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: position), next: UInt32(truncatingIfNeeded: entries.count &+ 1)))
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        for letter in letters {
            guard take(letter) else { throw unexpected("`\(word)`") }
        }
    }
}

extension JSONScanner {
    /// The next byte; 0 at the end (and for a NUL, which JSON allows nowhere).
    @inline(__always)
    var peek: UInt8 {
        position < buffer.count ? buffer[position] : 0
    }

    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard position < buffer.count, buffer[position] == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    mutating func skipSpace() {
        while position < buffer.count, buffer[position] <= 0x20 {
            switch buffer[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    @inline(never)
    func unexpected(_ expected: String) -> JSONError {
        guard position < buffer.count else {
            return JSONError(.unexpectedEnd, at: position, "the text ends where \(expected) should stand")
        }
        let byte = buffer[position]
        var found =
            (0x21...0x7E).contains(byte)
            ? "`\(Character(UnicodeScalar(byte)))`" : "byte 0x" + String(byte, radix: 16, uppercase: true)
        // A trailing comma is the usual mistake, and in a file it is often on the line before.
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"),
            buffer[..<position].last(where: { $0 > 0x20 }) == UInt8(ascii: ",")
        {
            found += " behind a `,`"
        }
        return JSONError(.unexpectedByte, at: position, "found \(found) where \(expected) should stand")
    }
}
