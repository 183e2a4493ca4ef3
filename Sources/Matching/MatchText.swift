/// A text as it is looked at, character by character.
protocol MatchText {
    /// How many characters it has.
    var count: Int { get }

    /// A character, folded, in lower case unless the case counts.
    func character(_ place: Int, isCaseSensitive: Bool) -> UInt32

    func characterClass(_ place: Int) -> CharacterClass
}

/// A text of ASCII: its bytes are its characters.
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

    /// How many characters it has without the blanks around it.
    @inline(__always)
    var length: Int {
        let leading = leadingBlanks
        return leading == count ? 0 : count - leading - trailingBlanks
    }
}

/// Any text, taken apart into characters once. It is used again for the next one.
struct DecodedText: MatchText {
    /// The most characters of a text that are looked at: what is beyond them is not found.
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

    /// Takes a text of a block apart.
    mutating func decode(_ text: UnsafeBufferPointer<UInt8>) {
        let table = AccentTable.shared
        characters.removeAll(keepingCapacity: true)
        lowercase.removeAll(keepingCapacity: true)
        classes.removeAll(keepingCapacity: true)
        var place = 0
        while place < text.count, characters.count < Self.mostCharacters {
            // What stands in a block is UTF-8.
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

    /// Takes a text apart as it is shown, and folds it. Answers where each character begins in its UTF-8, and the end.
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
    /// What a character is worth for where it stands.
    @inline(__always)
    func bonus(_ place: Int) -> Int {
        Score.bonus(characterClass(place), behind: place == 0 ? .white : characterClass(place - 1))
    }

    /// How many blanks it begins with.
    @inline(__always)
    var leadingBlanks: Int {
        var blanks = 0
        while blanks < min(count, mostBlanks), characterClass(blanks) == .white { blanks += 1 }
        return blanks
    }

    /// How many blanks it ends with.
    @inline(__always)
    var trailingBlanks: Int {
        var blanks = 0
        while blanks < min(count, mostBlanks), characterClass(count - 1 - blanks) == .white { blanks += 1 }
        return blanks
    }

    /// More blanks than these at an end of a text are text: somebody may have millions.
    private var mostBlanks: Int { 1 << 16 }

    /// Whether the characters of `term` stand at `place`, where there are as many.
    @inline(__always)
    func stands(_ term: MatchTerm, at place: Int) -> Bool {
        for offset in 0..<term.characters.count
        where character(place + offset, isCaseSensitive: term.isCaseSensitive) != term.characters[offset] {
            return false
        }
        return true
    }
}
