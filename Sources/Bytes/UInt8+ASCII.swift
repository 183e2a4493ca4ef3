// What formats and protocols say of letters and digits, they say of ASCII. Swift's `lowercased()` knows more letters than
// that: it makes the sign for Kelvin a `k`.

extension UInt8 {
    /// Whether it is a digit of ASCII.
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether it is a letter of ASCII.
    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether it is a letter or a digit of ASCII.
    @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

    /// The small letter for a capital one of ASCII; anything else as it is.
    @inlinable package var inSmall: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// What it stands for as a hexadecimal digit; nil if it is none.
    @inlinable package var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
