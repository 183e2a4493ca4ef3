extension String {
    /// Returns the string with each run of white space replaced by one space, and none at its ends. This makes no array
    /// of words, of which there may be millions.
    func withSingleSpaces(where isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }) -> String {
        var text = ""
        var isBehindSpace = false
        for scalar in unicodeScalars {
            if isSpace(scalar) {
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
