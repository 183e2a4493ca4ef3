import Testing

@testable import SearchSource

@Suite struct ExactTextTests {
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
