/// A set of characters in 64 bits, which may have false positives, but no false negatives. Case is ignored.
enum CharacterSet64 {
    /// Set if there is any character beyond ASCII. It would otherwise be the bit of the space, which is nearly
    /// everywhere.
    static let beyondASCII: UInt64 = 1

    /// Returns the bit of an ASCII byte: each letter has its own, digits and symbols share theirs with other
    /// characters.
    @inline(__always)
    static func bit(ofASCII byte: UInt8) -> UInt64 {
        (1 as UInt64) &<< UInt64(byte & 0x1F | byte &>> 1 & 0x20)
    }

    /// Returns the bits of a folded, lowercase character.
    @inline(__always)
    static func bits(ofLowercase scalar: UInt32) -> UInt64 {
        guard scalar >= 0x80 else { return bit(ofASCII: UInt8(truncatingIfNeeded: scalar)) & ~beyondASCII }
        return beyondASCII | (1 as UInt64) &<< UInt64((scalar &* 0x9E37_79B1) &>> 26)
    }

    /// Returns the bits of ASCII bytes.
    static func bits(ofASCII bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var bits: UInt64 = 0
        for byte in bytes { bits |= bit(ofASCII: byte) }
        return bits & ~beyondASCII
    }
}
