import CUnicodeNames

/// Characters whose names follow a rule: a prefix that says what they are, followed by the code point (ideographs and
/// the like) or by how it sounds (Hangul syllables). See the Unicode Standard, section 4.8.
struct UnicodeRule: Sendable {
    /// The code points, none of which is a surrogate.
    let scalars: Range<UInt32>

    /// The beginning of each name, like `CJK UNIFIED IDEOGRAPH`.
    let prefix: [UInt8]

    /// How many words each name has.
    let words: Int

    /// Whether these are Hangul syllables; for all others, the code point follows the prefix.
    let isHangul: Bool

    init(_ rule: cunicode_rule) {
        scalars = rule.first..<rule.first + rule.count
        prefix = Array(UnsafeBufferPointer(start: rule.prefix, count: Int(rule.prefix_size)))
        words = prefix.count { $0 == 0x20 } + 2
        isHangul = rule.first == Self.firstSyllable
    }

    /// The length of the longest syllable, in bytes.
    static let longestSyllable = 7

    /// Writes the part after the prefix of a syllable's name; returns its length in bytes.
    func syllable(_ scalar: UInt32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let index = Int(scalar - Self.firstSyllable)
        let (vowels, trails) = (Self.vowels.count, Self.trails.count)
        var count = 0
        func append(_ part: [UInt8]) {
            for byte in part {
                buffer[count] = byte
                count += 1
            }
        }
        append(Self.leads[index / (vowels * trails)])
        append(Self.vowels[index / trails % vowels])
        append(Self.trails[index % trails])
        return count
    }

    /// Whether `word` can occur after the prefix.
    func canStandBehind(_ word: [UInt8]) -> Bool {
        isHangul
            ? word.count <= Self.longestSyllable && word.allSatisfy(Self.jamo.contains) : HexDigits(word, bit: 0) != nil
    }

    /// A word that can occur in a code point, as it is written in names.
    struct HexDigits {
        let value: UInt32
        let count: Int
        let bit: UInt32

        /// Reads a word; nil unless it is up to five hex digits. `bit` is its bit in `UnicodeScore.Fits`.
        init?(_ word: [UInt8], bit: UInt32) {
            guard word.count <= 5, word.allSatisfy(UnicodeRule.digits.contains) else { return nil }
            value = word.reduce(0) { $0 << 4 | UInt32($1 < 0x41 ? $1 - 0x30 : $1 - 0x37) }
            count = word.count
            self.bit = bit
        }

        /// Sets the word's bit in `fits` according to where it occurs in a code point.
        @inline(__always)
        func look(in scalar: UInt32, _ fits: inout UnicodeScore.Fits) {
            var hidden = (scalar > 0xFFFF ? 5 : 4) - count
            guard hidden >= 0 else { return }
            if scalar >> UInt32(4 * hidden) == value {
                fits.inside |= bit
                fits.start |= bit
                if hidden == 0 { fits.whole |= bit }
            }
            let mask = UInt32(1) << UInt32(4 * count) - 1
            while hidden > 0 {
                hidden -= 1
                if scalar >> UInt32(4 * hidden) & mask == value { fits.inside |= bit }
            }
        }
    }

    /// Returns the name of one of these characters.
    func name(of scalar: Unicode.Scalar) -> String {
        let prefix = String(decoding: prefix, as: UTF8.self)
        guard isHangul else { return prefix + "-" + String(scalar.value, radix: 16, uppercase: true) }
        let syllable = [UInt8](unsafeUninitializedCapacity: Self.longestSyllable) { buffer, count in
            count = self.syllable(scalar.value, into: buffer)
        }
        return prefix + " " + String(decoding: syllable, as: UTF8.self)
    }

    // MARK: Parts of names

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let jamo = Array("ABCDEGHIJKLMNOPRSTUWY".utf8)
    private static let firstSyllable: UInt32 = 0xAC00
    // The short names of the Jamo, from which the names of syllables are made (Jamo.txt).
    private static let leads = bytes("G GG N D DD R M B BB S SS - J JJ C K T P H")
    private static let vowels = bytes("A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I")
    private static let trails = bytes("- G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H")

    /// Returns the words of a list; `-` stands for the empty word.
    private static func bytes(_ list: String) -> [[UInt8]] {
        list.split(separator: " ").map { $0 == "-" ? [] : Array($0.utf8) }
    }
}
