import Bytes

extension String {
    /// Whether both have the same bytes, ignoring the case of ASCII letters.
    func hasSameLetters(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.inSmall == $1.inSmall }
    }
}
