/// The characters of a term, as bytes.
struct ASCIIPattern: Hashable, Sendable {
    /// A byte to look for, and a bit to set first in the bytes compared with it: both repeated sixteen times.
    struct Character: Hashable, Sendable {
        let bytes: SIMD16<UInt8>
        let bits: SIMD16<UInt8>

        init(_ byte: UInt8, bit: UInt8) {
            bytes = SIMD16(repeating: byte)
            bits = SIMD16(repeating: bit)
        }

        var byte: UInt8 { bytes[0] }
        var bit: UInt8 { bits[0] }
    }

    let characters: [Character]

    /// The positions of the two characters that are likely to be the rarest; the same position if there is only one.
    let rarest: Int
    let secondRarest: Int

    /// Creates the pattern of `characters`, at least one; nil if they are not all ASCII.
    init?(_ characters: [UInt32], isCaseSensitive: Bool) {
        guard characters.allSatisfy({ $0 < 0x80 }) else { return nil }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        self.characters = characters.map { character in
            let byte = UInt8(truncatingIfNeeded: character)
            return Character(byte, bit: letters.contains(byte) && !isCaseSensitive ? 0x20 : 0)
        }
        let commonness = self.characters.map { Self.commonness($0.byte) }
        let places = characters.indices.sorted { commonness[$0] < commonness[$1] }
        rarest = places.first ?? 0
        secondRarest = places.dropFirst().first ?? rarest
    }

    /// Returns how common a letter is in words and file names, as a rank from rare to common; -1 for anything else.
    private static func commonness(_ byte: UInt8) -> Int {
        let letter = byte | 0x20
        return "zqjxkvwybhgpfdmulcnorsatie".utf8.enumerated().first { $0.element == letter }?.offset ?? -1
    }
}
