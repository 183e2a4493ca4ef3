extension String {
    /// The text on one line, without what steers a terminal or a reader's eye: for logs, and for whatever else a person
    /// reads beside the protocol. What comes from outside can be anything.
    ///
    /// - Parameters:
    ///   - limit: How many bytes are kept at most; behind them stands how many were not.
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
    /// What stands in the place of what is not printable.
    static let replacement: Unicode.Scalar = "\u{FFFD}"

    fileprivate var utf8Length: Int { UTF8.width(self) }

    /// Whether it is neither a control character, nor one that ends a line, nor one that cannot be seen and changes how
    /// others are (U+202E turns them around). The two joiners are letters' and emoji's own.
    var isPrintable: Bool {
        if value < 0x7F { return value >= 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        // A few of these are seen: signs that enclose Arabic numbers.
        case .format: return !properties.isDefaultIgnorableCodePoint || self == "\u{200C}" || self == "\u{200D}"
        default: return true
        }
    }
}
