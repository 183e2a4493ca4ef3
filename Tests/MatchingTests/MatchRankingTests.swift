import Synchronization
import TestSupport
import Testing

@testable import Matching

@Suite struct MatchRankingTests {
    /// Made-up words, more than fit into one block.
    static let texts: [String] = {
        var random = SplitMix(seed: 4)
        return (0..<4200).map { number in
            let letters = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                "abcdé/ _XY".randomElement(using: &random) ?? "a"
            }
            return String(letters) + (number % 1000 == 7 ? " needle" : "")
        }
    }()

    static let list = MatchSearchTests.list(texts)

    static func ranking(_ query: MatchQuery, narrowing: MatchRanking? = nil, in list: MatchList = list) throws
        -> MatchRanking
    {
        try #require(MatchSearch(for: query, in: list, narrowing: narrowing).ranking { false })
    }

    static func all(_ ranking: MatchRanking) -> [Match] {
        var ranking = ranking
        return ranking.page(from: 0, count: Int.max)
    }

    @Test(arguments: ["a", "abc", "x y", "needle", "!a", "", "aX", "e d | b"])
    func pagesTogetherAreTheWholeRanking(_ text: String) throws {
        let query = MatchQuery(text, mode: .fuzzy, syntax: .fzf)
        let whole = try Self.ranking(query)
        let all = Self.all(whole)
        #expect(all.count == whole.total && Set(all.map(\.index)).count == all.count)
        if query.isRanked {
            let keys = all.map { (-$0.score, Self.trimmed(Self.texts[$0.index]), $0.index) }
            #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
        }
        var (paged, pages) = (whole, [Match]())
        while pages.count < whole.total { pages += paged.page(from: pages.count, count: 700) }
        #expect(pages == all)
        #expect(paged.page(from: whole.total, count: 1).isEmpty && paged.page(from: -1, count: 1).isEmpty)
        #expect(paged.page(from: 0, count: 20) == Array(all.prefix(20)))
    }

    private static func trimmed(_ text: String) -> Int {
        let kept = text.drop { $0 == " " }.reversed().drop { $0 == " " }
        return kept.count
    }

    @Test(arguments: MatchQuery.Mode.allCases, MatchQuery.Syntax.allCases)
    func aNarrowedSearchFindsWhatAFullOneFinds(_ mode: MatchQuery.Mode, _ syntax: MatchQuery.Syntax) throws {
        let typed = ["n", "nee", "nee a", "needL", "'need", "^a", "^ab nee", "!a", "e$", "a | b", "needle", "éd"]
        var narrowings = 0
        for earlier in typed {
            let wide = MatchQuery(earlier, mode: mode, syntax: syntax)
            let ranking = try Self.ranking(wide)
            for later in typed {
                let query = MatchQuery(later, mode: mode, syntax: syntax)
                let fresh = try Self.ranking(query)
                #expect(
                    Self.all(try Self.ranking(query, narrowing: ranking)) == Self.all(fresh),
                    "\(later) after \(earlier)")
                guard query.isNarrower(than: wide) else { continue }
                narrowings += 1
                #expect(
                    Set(Self.all(fresh).map(\.index)).isSubset(of: Self.all(ranking).map(\.index)),
                    "\(later), \(earlier)")
            }
        }
        #expect(narrowings > 12)
        #expect(MatchQuery("nee", mode: mode).isNarrower(than: MatchQuery("ne", mode: mode)))
    }

    @Test func appendingToAListChangesNeitherARankingNorACopy() throws {
        var list = Self.list
        let query = MatchQuery("needle", mode: .words)
        let before = try Self.ranking(query, in: list)
        let copy = list
        list.append("needle")
        #expect(copy.count == 4200 && list.count == 4201 && before.total == 5)
        // New strings are also found when an earlier result is narrowed.
        let after = try Self.ranking(MatchQuery("needle", mode: .words), narrowing: before, in: list)
        #expect(after.total == 6 && Self.all(after).first?.index == 4200)
        #expect(Self.all(before).count == 5)
        // A result for another list is of no use, but does no harm.
        let other = MatchSearchTests.list(Self.texts.map { _ in "a needle" })
        #expect(try Self.ranking(query, narrowing: before, in: other).total == 4200)
    }

    @Test func slicesMayBeSearchedInAnyOrder() throws {
        let query = MatchQuery("abd", mode: .fuzzy)
        let search = MatchSearch(for: query, in: Self.list)
        #expect(search.sliceCount > 1)
        let slices = (0..<search.sliceCount).reversed().compactMap { search.slice($0, isCancelled: { false }) }
        #expect(Self.all(search.ranking(of: slices.reversed())) == Self.all(try Self.ranking(query)))
        #expect(
            search.slice(search.sliceCount, isCancelled: { false })?.keys == []
                && search.slice(-1, isCancelled: { false })?.keys == [])
    }

    @Test func cancellationIsCheckedOftenAndHeeded() throws {
        let longText = String(repeating: "a", count: 700_000) + "é"
        let lists = [
            Self.list, MatchSearchTests.list([String(longText.dropLast())]), MatchSearchTests.list([longText]),
        ]
        for (list, text) in zip(lists, ["abd", "'b", "ea"]) {
            let search = MatchSearch(for: MatchQuery(text, mode: .fuzzy, syntax: .fzf), in: list)
            let asked = Mutex(0)
            #expect(
                search.ranking {
                    asked.withLock {
                        $0 += 1; return false
                    }
                } != nil)
            let all = asked.withLock { $0 }
            #expect(all > 3)
            for last in [0, 1, all - 1] {
                let left = Mutex(last)
                let given = search.ranking {
                    left.withLock {
                        $0 -= 1; return $0 < 0
                    }
                }
                #expect(given == nil)
            }
        }
    }

    @Test func equalTextsStayInOrder() throws {
        var list = MatchList()
        for _ in 0..<20_000 { list.append("the same") }
        var ranking = try Self.ranking(MatchQuery("ts", mode: .fuzzy), in: list)
        #expect(ranking.page(from: 0, count: 3).map(\.index) == [0, 1, 2])
        #expect(ranking.page(from: 19_998, count: 3).map(\.index) == [19_998, 19_999])
        #expect(list.size < 20_000 * (8 + 15))
    }
}

/// Lists whose search takes long: how often it is checked for cancellation must not depend on the strings.
@Suite struct MatchCancelTests {
    @Test(arguments: [
        // Many cells per string; strings that are decoded; a great many terms; one very long string.
        (Array(repeating: String(repeating: "ab", count: 500), count: 200), "abababababababab"),
        (Array(repeating: String(repeating: "あb", count: 500), count: 100), "あbあbあb"),
        (Array(repeating: "abc", count: 2000), String(repeating: "ab ", count: 300)),
        ([String(repeating: "ab", count: 500_000) + "c"], "abc"),
    ])
    func cancellationIsCheckedOftenWhateverTheTextsAre(_ texts: [String], _ text: String) throws {
        let list = MatchSearchTests.list(texts)
        let query = MatchQuery(text, mode: .fuzzy)
        let cells = texts.reduce(0) { $0 + $1.unicodeScalars.count } * text.filter { $0 != " " }.count
        let asked = Mutex(0)
        let left = Mutex(3)
        #expect(
            MatchSearch(for: query, in: list).ranking {
                asked.withLock {
                    $0 += 1; return false
                }
            } != nil)
        #expect(asked.withLock { $0 } > max(cells >> 18, 5), "\(asked.withLock { $0 }) times")
        #expect(
            MatchSearch(for: query, in: list).ranking {
                left.withLock {
                    $0 -= 1; return $0 < 0
                }
            } == nil)
    }
}
