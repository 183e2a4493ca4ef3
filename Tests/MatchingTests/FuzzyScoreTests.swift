import TestSupport
import Testing

@testable import Matching

/// The fast and the simple implementation compute the same score; the simple one is also checked against fzf's scores.
@Suite struct FuzzyScoreTests {
    /// Returns the score of the simple implementation, and the marks.
    static func plain(_ term: MatchTerm, _ text: String) -> (score: Int, marks: [Int])? {
        var (decoded, rows, marks) = (DecodedText(), FuzzyRows(), [Int]())
        var text = text
        text.withUTF8 { _ = decoded.fold($0) }
        return decoded.fuzzy(term, &rows, isCancelled: { false }, mark: { marks.append($0) }).map {
            ($0.score, marks.sorted())
        }
    }

    /// Returns the score of the fast implementation.
    static func fast(_ term: MatchTerm, _ text: String) -> Int? {
        var scorer = FuzzyScorer()
        let bytes = Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: MatchBlock.padding)
        return bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return nil }
            return term.ascii?.characters.withUnsafeBufferPointer {
                scorer.score($0, in: ASCIIText(base: base, count: text.utf8.count))
            }
        }
    }

    /// Scores from fzf's own tests (`algo_test.go`): 16 per character, plus bonuses for positions, minus gap penalties.
    @Test(arguments: [
        ("oBZ", "fooBarbaz", 16 * 3 + 7 - 3 - 3), ("fbb", "foo bar baz", 16 * 3 + 10 * 2 + 10 * 2 - 2 * 3 - 4 * 1),
        ("rdoc", "/AutomatorDocument.icns", 16 * 4 + 7 + 4 * 2),
        ("zshc", "/man1/zshcompctl.1", 16 * 4 + 9 * 2 + 9 * 3),
        ("zshc", "/.oh-my-zsh/cache", 16 * 4 + 8 * 2 + 8 * 2 - 3 + 9),
        ("12356", "ab0123 456", 16 * 5 + 4 * 3 - 3 - 1), ("12356", "abc123 456", 16 * 5 + 7 * 2 + 7 * 2 + 4 - 3 - 1),
        ("fbb", "foo/bar/baz", 16 * 3 + 10 * 2 + 9 * 2 - 2 * 3 - 4 * 1),
        ("fbb", "fooBarBaz", 16 * 3 + 10 * 2 + 7 * 2 - 2 * 3 - 2 * 1),
        ("fbb", "foo barbaz", 16 * 3 + 10 * 2 + 10 - 2 * 3 - 3 * 1), ("foob", "fooBar Foo", 16 * 4 + 10 * 2 + 10 * 3),
        ("foo-b", "xFoo-Bar Foo", 16 * 5 + 7 * 2 + 7 * 2 + 8 + 8),
    ])
    func theScoreIsTheSameAsInFzf(_ query: String, _ text: String, _ score: Int) throws {
        let term = try #require(MatchTerm(.fuzzy, query.lowercased().unicodeScalars))
        #expect(Self.plain(term, text)?.score == score)
        #expect(Self.fast(term, text) == score)
    }

    @Test func bothImplementationsComputeTheSameScore() throws {
        var random = SplitMix(seed: 16)
        let alphabet = Array("aabbAB/ _-1.c".unicodeScalars)
        var matches = 0
        for _ in 0..<4000 {
            // Some lengths go beyond one or more blocks of 64.
            let length = Int.random(in: 0...(Int.random(in: 0..<4, using: &random) == 0 ? 200 : 20), using: &random)
            let text = String(
                String.UnicodeScalarView((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" }))
            let size = Int.random(in: 1...6, using: &random)
            let query = (0..<size).map { _ in alphabet.randomElement(using: &random) ?? "a" }
            let term = try #require(
                MatchTerm(.fuzzy, query, isCaseSensitive: Int.random(in: 0..<4, using: &random) == 0))
            let plain = Self.plain(term, text)
            #expect(Self.fast(term, text) == plain?.score, "\(query) in \(text)")
            guard let plain else { continue }
            matches += 1
            // The marked characters are those of the query, in order.
            let characters = Array(text.unicodeScalars)
            let marked = plain.marks.map { characters[$0].value }
            #expect(marked.map { term.isCaseSensitive ? $0 : Folding.lowercase($0) } == term.characters)
        }
        #expect(matches > 1000)
    }

    @Test func aLongTextIsMatchedGreedily() throws {
        // The better place is further on: it is found only in the shorter string.
        for (count, score) in [(51_000, 16 * 2 + 10 * 2 + 10), (51_300, 16 * 2 - 3)] {
            let text = "xaxb" + String(repeating: "x", count: count - 9) + " ab x"
            #expect(text.utf8.count == count)
            let list = MatchSearchTests.list([text])
            var ranking = try #require(
                MatchSearch(for: MatchQuery("ab", mode: .fuzzy), in: list).ranking { false })
            #expect(ranking.page(from: 0, count: 1).map(\.score) == [score])
        }
    }
}
