/// A set of characters in 64 bits: it may hold others too, but all that are missing are missing. Case makes no difference.
enum CharacterSet64 {
    /// Set if there is any character beyond ASCII. It would else be that of the blank, which is nearly everywhere.
    static let beyondASCII: UInt64 = 1

    /// The bit of a byte of ASCII: letters have one each, digits and signs share theirs with some sign.
    @inline(__always)
    static func bit(ofASCII byte: UInt8) -> UInt64 {
        (1 as UInt64) &<< UInt64(byte & 0x1F | byte &>> 1 & 0x20)
    }

    /// The bits of a character, folded and in lower case.
    @inline(__always)
    static func bits(ofLowercase scalar: UInt32) -> UInt64 {
        guard scalar >= 0x80 else { return bit(ofASCII: UInt8(truncatingIfNeeded: scalar)) & ~beyondASCII }
        return beyondASCII | (1 as UInt64) &<< UInt64((scalar &* 0x9E37_79B1) &>> 26)
    }

    /// The bits of bytes of ASCII.
    static func bits(ofASCII bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var bits: UInt64 = 0
        for byte in bytes { bits |= bit(ofASCII: byte) }
        return bits & ~beyondASCII
    }
}
