import Testing

@testable import SearchSource

@Suite struct ExactTextTests {
    @Test func theOrderOfTextsIsThatOfTheirBytes() {
        let texts = [
            "", "\0", "\0\0", "a", "a\0", "a\0b", "ab", "abcdefg", "abcdefgh", "abcdefghi", "abcdefgi", "b", "e\u{301}",
            "s1", "s10", "s2", "é", "日本語", "日本誌", "🙂", "🙂🙂🙂",
        ]
        for left in texts {
            for right in texts {
                let isBefore = Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8))
                #expect(left.hasBytes(before: right) == isBefore)
            }
        }
    }
}
