import Bytes

extension JSONWriter {
    /// Returns the room for quoting a string: its bytes, two quotes, and the overhang of the last eight-byte word.
    @inline(__always)
    static func room(toQuote text: UnsafeBufferPointer<UInt8>) -> Int { text.count &+ 10 }

    /// Writes a string in quotes, escaping where necessary; there must be `room(toQuote:)`. Bytes that need no escaping
    /// are copied while they are scanned.
    @inline(__always)
    mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
        buffer.put(UInt8(ascii: "\""))
        let end = copy(text, from: 0)
        if end < text.count { copyEscaped(text, from: end) }
        buffer.put(UInt8(ascii: "\""))
    }

    /// Copies bytes that certainly need no escaping; returns where they end.
    @inline(__always)
    private mutating func copy(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let end = ByteScan.run(in: text, from: start, to: Self.marks) { buffer.putAhead($0, at: $1 &- start) }.end
        buffer.advance(end &- start)
        return end
    }

    /// Copies the rest of the text, which starts with a byte that may need escaping.
    @inline(never)
    private mutating func copyEscaped(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
        var position = start
        while position < text.count {
            if let (scalar, length) = Self.escaped(text, at: position) {
                // Room for the escape in addition to the rest of the text.
                buffer.makeRoom(6 &+ text.count &- position &+ 10)
                escape(scalar)
                position += length
            } else {
                buffer.put(text[position])
                position += 1
            }
            // A control character is often followed by another.
            if position < text.count, text[position] < 0x20 { continue }
            position = copy(text, from: position)
        }
    }

    /// Marks what may need escaping: control characters, quotes, backslashes, and the bytes 0xC2 and 0xE2, with which
    /// the line separators begin.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        // The two bytes differ in one bit.
        ByteScan.special(word) | ByteScan.equal(word & 0xDFDF_DFDF_DFDF_DFDF, 0xC2)
    }

    /// Returns the scalar to escape at `position` and its length in bytes, or nil if it may stay as it is.
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
        buffer.put(UInt8(ascii: "\\"))
        switch scalar {
        case 0x22, 0x5C: buffer.put(UInt8(scalar))
        case 0x08: buffer.put(UInt8(ascii: "b"))
        case 0x09: buffer.put(UInt8(ascii: "t"))
        case 0x0A: buffer.put(UInt8(ascii: "n"))
        case 0x0C: buffer.put(UInt8(ascii: "f"))
        case 0x0D: buffer.put(UInt8(ascii: "r"))
        default:
            buffer.put(UInt8(ascii: "u"))
            var shift: UInt16 = 16
            repeat {
                shift &-= 4
                let digit = UInt8(scalar &>> shift & 0xF)
                buffer.put(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
            } while shift > 0
        }
    }
}
