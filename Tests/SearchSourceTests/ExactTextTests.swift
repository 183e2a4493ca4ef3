import Testing

@testable import SearchSource

@Suite struct ExactTextTests {
    /// Of long text only a digest is hashed: it depends on each byte, and on their order.
    @Test(arguments: [Digest.least - 1, Digest.least, Digest.least + 1, Digest.least + 17, Digest.least + 31])
    func longTextIsHashedWhole(_ count: Int) {
        let bytes = (0..<count).map { UInt8(ascii: "a") + UInt8($0 * $0 % 23) }
        func hash(_ bytes: [UInt8]) -> Int { ExactText(String(decoding: bytes, as: UTF8.self)).hashValue }
        var hashes: Set = [hash(bytes), hash(bytes.dropLast()), hash(bytes + [bytes[0]])]
        #expect(hash(bytes) == hash(Array(bytes)))
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 4
            hashes.insert(hash(other))
        }
        var moved = 0
        for shift in [1, 8, 16, 32] {
            var other = bytes
            for place in 0..<shift { other.swapAt(place, place + shift) }
            if other != bytes { moved += hashes.insert(hash(other)).inserted ? 1 : 0 }
        }
        #expect(hashes.count == 3 + count + 4 && moved == 4)
    }

    /// A smaller number means an earlier string; strings with equal numbers share their first eight bytes, up to
    /// trailing zeros.
    @Test func theOrderOfTheFirstEightBytesAgreesWithThatOfWholeTexts() {
        let texts = [
            "", "\0", "\0\0", "a", "a\0", "a\0b", "ab", "abcdefg", "abcdefgh", "abcdefghi", "abcdefgi", "b", "e\u{301}",
            "s1",
            "s10", "s2", "é", "日本語", "日本誌", "🙂", "🙂🙂🙂",
        ]
        for left in texts {
            for right in texts {
                let isBefore = Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8))
                #expect(left.hasBytes(before: right) == isBefore)
                if left.firstEightBytes != right.firstEightBytes {
                    #expect((left.firstEightBytes < right.firstEightBytes) == isBefore, "\(left), \(right)")
                }
            }
        }
        #expect("abcdefgh".firstEightBytes == 0x6162_6364_6566_6768 && "a".firstEightBytes == 0x6100_0000_0000_0000)
    }
}
