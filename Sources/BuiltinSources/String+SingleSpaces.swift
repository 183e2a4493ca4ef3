extension String {
    /// Returns the string with each run of white space replaced by one space, and none at its ends. This makes no array
    /// of words, of which there may be millions.
    func withSingleSpaces() -> String {
        var text = ""
        var isBehindSpace = false
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace {
                isBehindSpace = !text.isEmpty
            } else {
                if isBehindSpace { text.append(" ") }
                isBehindSpace = false
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
