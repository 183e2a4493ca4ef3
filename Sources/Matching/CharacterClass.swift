import CMatching

/// What kind of character it is, as far as the places are concerned where words begin: fzf's classes. What parts words has
/// the lower numbers.
struct CharacterClass: Hashable, Sendable {
    /// As `cmatching_classes` has them.
    let number: UInt8

    static let white = CharacterClass(number: 0)
    static let other = CharacterClass(number: 1)
    static let delimiter = CharacterClass(number: 2)
    static let lower = CharacterClass(number: 3)
    static let upper = CharacterClass(number: 4)
    static let letter = CharacterClass(number: 5)
    static let numeral = CharacterClass(number: 6)

    @inline(__always)
    private init(number: UInt8) {
        self.number = number
    }

    /// The class of a byte of ASCII.
    @inline(__always)
    init(ofASCII byte: UInt8) {
        number = cmatching_class(byte)
    }

    /// The class of a character, by its Unicode properties.
    init(of scalar: Unicode.Scalar) {
        if scalar.isASCII {
            self.init(ofASCII: UInt8(truncatingIfNeeded: scalar.value))
            return
        }
        self =
            switch scalar.properties.generalCategory {
            case .lowercaseLetter: .lower
            case .uppercaseLetter: .upper
            case .decimalNumber, .letterNumber, .otherNumber: .numeral
            case .titlecaseLetter, .modifierLetter, .otherLetter: .letter
            default: scalar.properties.isWhitespace ? .white : .other
            }
    }
}

/// What fzf's score is made of.
enum Score {
    /// Each character that matches.
    static let match = 16

    /// The first character between two that match, and each further one.
    static let (gapStart, gapExtension) = (-3, -1)

    /// The least that a character is worth at the start of a word.
    static let boundary = 8

    /// The same behind a blank, and at the start of the text.
    static let whiteBoundary = 10

    /// The least that a character is worth which stands right behind another one that matches.
    static let consecutive = 4

    /// How many times as much the place of the first character of a query is worth.
    static let firstCharacterFactor = 2

    /// What a character is worth for where it stands.
    @inline(__always)
    static func bonus(_ class: CharacterClass, behind before: CharacterClass) -> Int {
        Int(cmatching_bonus(before.number, `class`.number))
    }
}
