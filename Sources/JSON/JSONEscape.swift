import Bytes

/// Decodes the escapes in a string (RFC 8259, section 7).
@usableFromInline enum JSONEscape {
    /// Writes the decoded text of a string whose escapes are known to be valid, and returns its length in bytes.
    ///
    /// - Parameters:
    ///   - string: The bytes between the quotes.
    ///   - text: Room for as many bytes: a decoded escape is never longer than the escape itself.
    @usableFromInline static func decode(
        _ string: UnsafeBufferPointer<UInt8>, to text: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        guard let source = string.baseAddress, let target = text.baseAddress else { return 0 }
        var position = 0
        var length = 0
        while true {
            let end = ByteScan.run(in: string, from: position) { ByteScan.equal($0, 0x5C) }.end
            (target + length).update(from: source + position, count: end - position)
            length += end - position
            position = end
            // Text in some languages can be one escape after another.
            while position < string.count, string[position] == 0x5C {
                length += encode(scalar(in: string, at: &position), to: target + length)
            }
            if position == string.count { return length }
        }
    }

    /// Returns the Unicode scalar of the escape at `position` and moves past it. Half of a surrogate pair without the
    /// other is U+FFFD.
    private static func scalar(in string: UnsafeBufferPointer<UInt8>, at position: inout Int) -> UInt32 {
        let letter = string[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): break
        default: return UInt32(letter)
        }
        let high = unit(in: string, at: position)
        position += 4
        guard high & 0xF800 == 0xD800 else { return high }
        guard high & 0xFC00 == 0xD800, position + 6 <= string.count, string[position] == UInt8(ascii: "\\"),
            string[position + 1] == UInt8(ascii: "u")
        else { return 0xFFFD }
        let low = unit(in: string, at: position + 2)
        guard low & 0xFC00 == 0xDC00 else { return 0xFFFD }
        position += 6
        return 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF
    }

    /// Returns the value of the four bytes at `position`, which are known to be hex digits.
    private static func unit(in string: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt32 {
        var unit: UInt32 = 0
        for offset in 0..<4 {
            let byte = UInt32(string[position &+ offset])
            // A letter has bit 0x40 set, and the low four bits of `a` are 1.
            unit = unit << 4 | (byte & 0xF) &+ (byte >> 6) &* 9
        }
        return unit
    }

    /// Writes a scalar as UTF-8 and returns its length in bytes. (`UTF8.encode` costs ten times as much.)
    private static func encode(_ scalar: UInt32, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
        func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case 0..<0x80:
            bytes[0] = UInt8(scalar)
            return 1
        case 0x80..<0x800:
            bytes[0] = UInt8(0xC0 | scalar >> 6)
            bytes[1] = continuation(0)
            return 2
        case 0x800..<0x10000:
            bytes[0] = UInt8(0xE0 | scalar >> 12)
            bytes[1] = continuation(6)
            bytes[2] = continuation(0)
            return 3
        default:
            bytes[0] = UInt8(0xF0 | scalar >> 18)
            bytes[1] = continuation(12)
            bytes[2] = continuation(6)
            bytes[3] = continuation(0)
            return 4
        }
    }
}
