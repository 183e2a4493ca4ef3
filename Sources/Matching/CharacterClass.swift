import CMatching

/// The class of a character, which determines where words begin: fzf's classes. The classes that separate words have
/// the lowest numbers.
struct CharacterClass: Hashable, Sendable {
    /// The number of the class in `cmatching_classes`.
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

    /// Creates the class of an ASCII byte.
    @inline(__always)
    init(ofASCII byte: UInt8) {
        number = cmatching_class(byte)
    }

    /// Creates the class of a character from its Unicode properties.
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

/// The components of fzf's score.
enum Score {
    /// For each character that matches.
    static let match = 16

    /// For the first character of a gap between matches, and for each further one.
    static let (gapStart, gapExtension) = (-3, -1)

    /// The minimum bonus of a character at the start of a word.
    static let boundary = 8

    /// The same after whitespace, and at the start of the text.
    static let whiteBoundary = 10

    /// The minimum bonus of a character right after another one that matches.
    static let consecutive = 4

    /// The factor for the bonus of the first character of a term.
    static let firstCharacterFactor = 2

    /// Returns the bonus of a character of this class that follows one of class `before`.
    @inline(__always)
    static func bonus(_ class: CharacterClass, behind before: CharacterClass) -> Int {
        Int(cmatching_bonus(before.number, `class`.number))
    }
}
