import SearchSource

/// The marks that `snippet()` and `highlight()` put around matches: characters that do not otherwise occur in text,
/// passed to the SELECT as `:begin` and `:end`.
enum MarkedText {
    /// Before a match: U+0002, START OF TEXT.
    static let begin: Unicode.Scalar = "\u{2}"
    /// After a match: U+0003, END OF TEXT.
    static let end: Unicode.Scalar = "\u{3}"

    /// Returns the snippet for text with marks; nil if there is no text in it. Unpaired marks are left out.
    static func snippet(_ text: String) -> Snippet? {
        var parts = [""]
        for scalar in text.unicodeScalars {
            // The odd parts are matches.
            switch (scalar, parts.count % 2 == 0) {
            case (begin, false), (end, true): parts.append("")
            case (begin, true), (end, false): break
            default: parts[parts.count - 1].unicodeScalars.append(scalar)
            }
        }
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        return parts.allSatisfy(\.isEmpty) ? nil : Snippet(parts: parts)
    }
}
