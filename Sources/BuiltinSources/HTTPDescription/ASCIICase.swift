// What protocols compare whatever its case, they compare in ASCII. Swift's `lowercased()` knows more letters than that: it
// makes the sign for Kelvin a `k`.

extension UInt8 {
    /// The small letter for a capital one of ASCII.
    var inSmall: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

extension String {
    /// Whether both have the same bytes, but for the case of letters of ASCII.
    func hasSameLetters(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.inSmall == $1.inSmall }
    }
}
