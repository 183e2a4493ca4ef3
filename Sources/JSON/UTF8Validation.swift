/// Checks that bytes are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing past U+10FFFF.
public enum UTF8Validation {
    /// Returns the offset of the first invalid sequence, or nil if there is none.
    public static func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var position = 0
        while position < bytes.count {
            let first = bytes[position]
            if first < 0x80 {
                position += 1
                continue
            }
            // How many bytes follow, and the bounds of the first of them; the others are 80…BF (RFC 3629, section 4).
            let (following, low, high): (Int, UInt8, UInt8)
            switch first {
            case 0xC2...0xDF: (following, low, high) = (1, 0x80, 0xBF)
            case 0xE0: (following, low, high) = (2, 0xA0, 0xBF)
            case 0xED: (following, low, high) = (2, 0x80, 0x9F)
            case 0xE1...0xEF: (following, low, high) = (2, 0x80, 0xBF)
            case 0xF0: (following, low, high) = (3, 0x90, 0xBF)
            case 0xF1...0xF3: (following, low, high) = (3, 0x80, 0xBF)
            case 0xF4: (following, low, high) = (3, 0x80, 0x8F)
            default: return position
            }
            guard position + following < bytes.count else { return position }
            guard bytes[position + 1] >= low, bytes[position + 1] <= high else { return position }
            for offset in 1..<following where bytes[position + 1 + offset] & 0xC0 != 0x80 { return position }
            position += following + 1
        }
        return nil
    }
}
