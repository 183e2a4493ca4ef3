import Bytes

extension String {
    /// Whether both have the same bytes, but for the case of letters of ASCII.
    func hasSameLetters(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.inSmall == $1.inSmall }
    }
}
