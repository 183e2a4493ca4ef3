/// Decodes and encodes characters in UTF-8.
enum UTF8Decoder {
    /// A character and its length in bytes.
    struct Character {
        var scalar: UInt32
        var size: Int
    }

    /// Returns the character at `place`; nil if there is no complete, well-formed one (Unicode, table 3-7).
    @inline(__always)
    static func character(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Character? {
        let first = text[place]
        if first < 0x80 { return Character(scalar: UInt32(first), size: 1) }
        let size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, first < 0xF5, place + size <= text.count else { return nil }
        var scalar = UInt32(first) & (0x7F >> UInt32(size))
        for offset in 1..<size {
            let byte = text[place + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        // No overlong forms, no surrogates, nothing beyond U+10FFFF.
        guard size == 2 || scalar >= (size == 3 ? 0x800 : 0x10000), scalar >> 11 != 0x1B, scalar <= 0x10FFFF else {
            return nil
        }
        return Character(scalar: scalar, size: size)
    }

    /// Appends a character to `text`.
    @inline(__always)
    static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        if scalar < 0x80 {
            text.append(UInt8(truncatingIfNeeded: scalar))
            return
        }
        let size = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
        let lead: UInt32 = size == 2 ? 0xC0 : size == 3 ? 0xE0 : 0xF0
        text.append(UInt8(truncatingIfNeeded: lead | scalar >> UInt32(6 * (size - 1))))
        for rest in (0..<size - 1).reversed() {
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> UInt32(6 * rest) & 0x3F))
        }
    }
}
