extension String {
    /// Returns the string on one line, without anything that controls a terminal or misleads the reader: for logs, and
    /// for whatever else a person reads besides the protocol. Input from outside can contain anything.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes that are kept; if there are more, their number is appended.
    public func printable(atMost limit: Int = .max) -> String {
        var text = ""
        var kept = 0
        for scalar in unicodeScalars {
            guard kept + scalar.utf8Length <= limit else { return text + "… (\(utf8.count - kept) more bytes)" }
            kept += scalar.utf8Length
            text.unicodeScalars.append(scalar.isPrintable ? scalar : .replacement)
        }
        return text
    }
}

extension Unicode.Scalar {
    /// What replaces a character that is not printable.
    static let replacement: Unicode.Scalar = "\u{FFFD}"

    fileprivate var utf8Length: Int { UTF8.width(self) }

    /// Whether it is neither a control character, nor one that ends a line, nor an invisible one that changes how
    /// others appear (U+202E reverses them). The two joiners are allowed, as letters and emoji need them.
    var isPrintable: Bool {
        if value < 0x7F { return value >= 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        // A few of these are visible: signs that enclose Arabic numbers.
        case .format: return !properties.isDefaultIgnorableCodePoint || self == "\u{200C}" || self == "\u{200D}"
        default: return true
        }
    }
}
