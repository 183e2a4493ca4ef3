import CUnicodeNames

/// Characters whose names follow a rule: what they are, and behind it the code point (ideographs and the like) or how it
/// sounds (syllables of Hangul). The Unicode Standard, section 4.8, has the rules.
struct UnicodeRule: Sendable {
    /// The code points, none of which is a surrogate.
    let scalars: Range<UInt32>

    /// What all of them are, like `CJK UNIFIED IDEOGRAPH`.
    let prefix: [UInt8]

    /// How many words the names have.
    let words: Int

    /// Whether these are syllables; the others have their code points behind the prefix.
    let isHangul: Bool

    init(_ rule: cunicode_rule) {
        scalars = rule.first..<rule.first + rule.count
        prefix = Array(UnsafeBufferPointer(start: rule.prefix, count: Int(rule.prefix_size)))
        words = prefix.count { $0 == 0x20 } + 2
        isHangul = rule.first == Self.firstSyllable
    }

    /// The longest syllable, in bytes.
    static let longestSyllable = 7

    /// Writes what stands behind the prefix in the name of a syllable; answers how many bytes that are.
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

    /// Whether `word` can stand in what is behind the prefix.
    func canStandBehind(_ word: [UInt8]) -> Bool {
        isHangul
            ? word.count <= Self.longestSyllable && word.allSatisfy(Self.jamo.contains) : HexDigits(word, bit: 0) != nil
    }

    /// A word that can stand in a code point, as it is written in names.
    struct HexDigits {
        let value: UInt32
        let count: Int
        let bit: UInt32

        /// Reads a word; nil if it is none of up to five digits. `bit` is its bit in `UnicodeScore.Fits`.
        init?(_ word: [UInt8], bit: UInt32) {
            guard word.count <= 5, word.allSatisfy(UnicodeRule.digits.contains) else { return nil }
            value = word.reduce(0) { $0 << 4 | UInt32($1 < 0x41 ? $1 - 0x30 : $1 - 0x37) }
            count = word.count
            self.bit = bit
        }

        /// How it stands in a code point.
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

    /// The name of a character of these.
    func name(of scalar: Unicode.Scalar) -> String {
        let prefix = String(decoding: prefix, as: UTF8.self)
        guard isHangul else { return prefix + "-" + String(scalar.value, radix: 16, uppercase: true) }
        let syllable = [UInt8](unsafeUninitializedCapacity: Self.longestSyllable) { buffer, count in
            count = self.syllable(scalar.value, into: buffer)
        }
        return prefix + " " + String(decoding: syllable, as: UTF8.self)
    }

    // MARK: What the rules are made of

    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let jamo = Array("ABCDEGHIJKLMNOPRSTUWY".utf8)
    private static let firstSyllable: UInt32 = 0xAC00
    // The short names of the Jamo, as syllables are made of them (Jamo.txt).
    private static let leads = bytes("G GG N D DD R M B BB S SS - J JJ C K T P H")
    private static let vowels = bytes("A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I")
    private static let trails = bytes("- G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H")

    /// The words of a list; `-` stands for nothing.
    private static func bytes(_ list: String) -> [[UInt8]] {
        list.split(separator: " ").map { $0 == "-" ? [] : Array($0.utf8) }
    }
}
