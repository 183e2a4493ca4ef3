import SearchSource

/// What is typed to find a character: words of its names, its code point, or the character itself.
struct UnicodeQuery {
    /// The words to look for, each once, in upper case. Full-width Latin counts as Latin, because input methods produce
    /// it. A word that is not ASCII matches nothing, because names are ASCII.
    let words: [[UInt8]]

    /// The characters that the query names by code point, or consists of.
    let scalars: [Unicode.Scalar]

    /// The maximum number of different words in a query. No name has as many, and nobody types more.
    static let mostWords = 32

    /// Reads what was typed; nil if there are more than `mostWords` words, or if `isCancelled` became true meanwhile.
    init?(_ text: String, isCancelled: () -> Bool = { false }) {
        var (words, word): ([[UInt8]], [UInt8]) = ([], [])
        // What was typed, in half-width; only the beginning of a long text, because no code point is as long.
        var narrow = String.UnicodeScalarView()
        var (count, hasSpace, isASCII) = (0, false, true)
        func end() -> Bool {
            defer { word.removeAll() }
            if !word.isEmpty, !words.contains(word) { words.append(word) }
            return words.count <= Self.mostWords
        }
        for scalar in text.unicodeScalars.lazy.map(Self.narrowed) {
            count += 1
            if count % Self.scalarsBetweenLooks == 0, isCancelled() { return nil }
            if count <= Self.mostCharacters { narrow.append(scalar) }
            let isSpace = scalar.properties.isWhitespace
            hasSpace = hasSpace || isSpace
            isASCII = isASCII && scalar.isASCII
            if isSpace || scalar == "-" {
                guard end() else { return nil }
            } else {
                word.append(Self.uppercased(UInt8(exactly: scalar.value) ?? .max))
            }
        }
        guard end() else { return nil }
        self.words = words
        if let scalar = Self.scalar(codePoint: String(narrow)), UnicodeNames.shared.hasName(scalar) {
            scalars = [scalar]
        } else {
            scalars = hasSpace || isASCII && count > 1 || count > Self.mostCharacters ? [] : Self.themselves(text)
        }
    }

    private static let scalarsBetweenLooks = 4096

    /// The maximum length of a query for the characters that it consists of; anything longer is text.
    private static let mostCharacters = 64

    /// Returns the character at a code point that is written as `U+2192`, or as `2192`: four to six hex digits, at
    /// least one of them decimal, so that words like `face` stay words.
    static func scalar(codePoint text: String) -> Unicode.Scalar? {
        // `U+` and six digits. Anything longer is no code point, and iterating over its characters can take very long.
        guard text.utf8.count <= 8 else { return nil }
        let upper = text.uppercased()
        let isPrefixed = upper.hasPrefix("U+")
        let digits = isPrefixed ? upper.dropFirst(2) : upper[...]
        guard (isPrefixed ? 1...6 : 4...6).contains(digits.count), digits.allSatisfy(\.isHexDigit),
            isPrefixed || digits.contains(where: \.isNumber)
        else { return nil }
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    }

    /// Returns the named characters in a text, each once.
    private static func themselves(_ text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where !scalars.contains(scalar) && UnicodeNames.shared.hasName(scalar) {
            scalars.append(scalar)
        }
        return scalars
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }

    /// Returns the ASCII character of which `scalar` is the full-width form; `scalar` itself if it is not one.
    private static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0x3000: " "
        default: scalar
        }
    }

    /// Returns `name`, cut so that the odd parts are the occurrences of the words; nil if there are none.
    func snippet(of name: String) -> Snippet? {
        let bytes = Array(name.utf8)
        var isMatch = [Bool](repeating: false, count: bytes.count)
        for word in words where word.count <= bytes.count {
            let starts = 0...(bytes.count - word.count)
            let matches = starts.filter { bytes[$0..<$0 + word.count].elementsEqual(word) }
            // An occurrence at the start of a word is preferred.
            guard
                let start = matches.first(where: { $0 == 0 || bytes[$0 - 1] == 0x20 || bytes[$0 - 1] == 0x2D })
                    ?? matches.first
            else { continue }
            for index in start..<start + word.count { isMatch[index] = true }
        }
        guard isMatch.contains(true) else { return nil }
        var parts: [[UInt8]] = [[]]
        for (byte, matches) in zip(bytes, isMatch) {
            if matches != (parts.count % 2 == 0) { parts.append([]) }
            parts[parts.count - 1].append(byte)
        }
        return Snippet(parts: parts.map { String(decoding: $0, as: UTF8.self) })
    }
}
