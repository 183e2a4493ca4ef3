/// Text as it is matched, character by character.
protocol MatchText {
    /// The number of characters.
    var count: Int { get }

    /// Returns the folded character at `place`, in lower case unless `isCaseSensitive`.
    func character(_ place: Int, isCaseSensitive: Bool) -> UInt32

    func characterClass(_ place: Int) -> CharacterClass
}

/// ASCII text: its bytes are its characters.
struct ASCIIText: MatchText {
    let base: UnsafePointer<UInt8>
    let count: Int

    @inline(__always)
    func character(_ place: Int, isCaseSensitive: Bool) -> UInt32 {
        let byte = base[place]
        let isUpper = byte &- UInt8(ascii: "A") < 26
        return UInt32(isUpper && !isCaseSensitive ? byte | 0x20 : byte)
    }

    @inline(__always)
    func characterClass(_ place: Int) -> CharacterClass { CharacterClass(ofASCII: base[place]) }

    /// The number of characters, without surrounding whitespace.
    @inline(__always)
    var length: Int {
        let leading = leadingBlanks
        return leading == count ? 0 : count - leading - trailingBlanks
    }
}

/// Any text, decoded into characters once. The value is reused for the next string.
struct DecodedText: MatchText {
    /// How many characters of a string are examined: anything after them is not found.
    static let mostCharacters = 1 << 16

    private var characters: [UInt32] = []
    private var lowercase: [UInt32] = []
    private var classes: [CharacterClass] = []

    var count: Int { characters.count }

    @inline(__always)
    func character(_ place: Int, isCaseSensitive: Bool) -> UInt32 {
        isCaseSensitive ? characters[place] : lowercase[place]
    }

    @inline(__always)
    func characterClass(_ place: Int) -> CharacterClass { classes[place] }

    /// Decodes a string of a block.
    mutating func decode(_ text: UnsafeBufferPointer<UInt8>) {
        let table = AccentTable.shared
        characters.removeAll(keepingCapacity: true)
        lowercase.removeAll(keepingCapacity: true)
        classes.removeAll(keepingCapacity: true)
        var place = 0
        while place < text.count, characters.count < Self.mostCharacters {
            // A block holds valid UTF-8.
            let found = UTF8Decoder.character(in: text, at: place) ?? UTF8Decoder.Character(scalar: 0xFFFD, size: 1)
            place += found.size
            append(found.scalar, table)
        }
    }

    @inline(__always)
    private mutating func append(_ character: UInt32, _ table: AccentTable) {
        characters.append(character)
        lowercase.append(Folding.lowercase(character, table))
        classes.append(Folding.characterClass(character, table))
    }

    /// Decodes and folds a string as displayed. Returns the UTF-8 offset of each character, followed by the end.
    mutating func fold(_ text: UnsafeBufferPointer<UInt8>) -> [Int] {
        let table = AccentTable.shared
        var (starts, place) = ([Int](), 0)
        while place < text.count, characters.count < Self.mostCharacters {
            let start = place
            let found = UTF8Decoder.character(in: text, at: place) ?? UTF8Decoder.Character(scalar: 0xFFFD, size: 1)
            place += found.size
            switch Folding.fold(found.scalar, table) {
            case .one(let folded): append(folded, table)
            case .mark: continue
            case .sound(let sound):
                if let kana = characters.last.flatMap({ Folding.kana($0, sound: sound) }) {
                    characters.removeLast()
                    lowercase.removeLast()
                    classes.removeLast()
                    append(kana, table)
                    continue
                }
                append(found.scalar, table)
            }
            starts.append(start)
        }
        return starts + [place]
    }
}

extension MatchText {
    /// Returns the bonus of the character at `place` for its position.
    @inline(__always)
    func bonus(_ place: Int) -> Int {
        Score.bonus(characterClass(place), behind: place == 0 ? .white : characterClass(place - 1))
    }

    /// The number of leading whitespace characters.
    @inline(__always)
    var leadingBlanks: Int {
        var blanks = 0
        while blanks < min(count, mostBlanks), characterClass(blanks) == .white { blanks += 1 }
        return blanks
    }

    /// The number of trailing whitespace characters.
    @inline(__always)
    var trailingBlanks: Int {
        var blanks = 0
        while blanks < min(count, mostBlanks), characterClass(count - 1 - blanks) == .white { blanks += 1 }
        return blanks
    }

    /// How many whitespace characters are ignored at either end. There may be millions; any beyond these count as text.
    private var mostBlanks: Int { 1 << 16 }

    /// Whether the characters of `term` are at `place`, from where the text must be long enough.
    @inline(__always)
    func stands(_ term: MatchTerm, at place: Int) -> Bool {
        for offset in 0..<term.characters.count
        where character(place + offset, isCaseSensitive: term.isCaseSensitive) != term.characters[offset] {
            return false
        }
        return true
    }
}
