extension String {
    /// The text with one space in the place of each run of white space, and none at its ends. No list is made of its words:
    /// there may be millions.
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
