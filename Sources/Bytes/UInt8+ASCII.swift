// Where formats and protocols speak of letters and digits, they mean ASCII. Swift's `lowercased()` goes further: it
// turns the Kelvin sign into a `k`.

extension UInt8 {
    /// Whether it is an ASCII digit.
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether it is an ASCII letter.
    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether it is an ASCII letter or digit.
    @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

    /// The lowercase letter for an ASCII uppercase letter; anything else unchanged.
    @inlinable package var inSmall: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// Its value as a hexadecimal digit; nil if it is not one.
    @inlinable package var hexValue: UInt8? {
        if isDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
