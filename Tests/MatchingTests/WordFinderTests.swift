import TestSupport
import Testing

@testable import Matching

@Suite struct WordFinderTests {
    /// Searching a whole block finds the same, with the same score, as searching each string by itself.
    @Test func searchingABlockFindsTheSameAsSearchingEachText() throws {
        var random = SplitMix(seed: 5)
        for _ in 0..<200 {
            let texts = (0..<60).map { _ in
                String(
                    (0..<Int.random(in: 0...40, using: &random)).map { _ in
                        "aabA_ é".randomElement(using: &random) ?? "a"
                    })
            }
            let word = String(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in "aab_".randomElement(using: &random) ?? "a" })
            let query = MatchQuery(word, mode: .words)
            let term = try #require(query.only)
            var ranking = MatchSearch(for: query, in: MatchSearchTests.list(texts)).ranking { false }
            let found = (ranking?.page(from: 0, count: 60) ?? []).sorted { $0.index < $1.index }
            let expected = texts.enumerated().compactMap { index, text in
                var decoded = DecodedText()
                var text = text
                text.withUTF8 { _ = decoded.fold($0) }
                return decoded.piece(term) { $0 }.map { Match(index: index, score: $0.score) }
            }
            #expect(found == expected, "\(word) in \(texts)")
        }
    }
}
