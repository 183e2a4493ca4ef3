import Testing

@testable import Matching

@Suite struct MatchSearchTests {
    static func list(_ texts: [String]) -> MatchList {
        var list = MatchList()
        list.append(contentsOf: texts)
        return list
    }

    /// Returns the strings that are found, best first, with what matched in brackets.
    static func found(
        _ query: String, _ mode: MatchQuery.Mode = .fuzzy, _ syntax: MatchQuery.Syntax = .fzf, in texts: [String]
    ) -> [String] {
        let list = list(texts)
        let query = MatchQuery(query, mode: mode, syntax: syntax)
        var ranking = MatchSearch(for: query, in: list).ranking { false }
        return (ranking?.page(from: 0, count: texts.count) ?? []).map { match in
            let parts = list.parts(match.index, marked: list.marks(of: query, in: match.index))
            return parts.enumerated().map { $0.offset % 2 == 0 ? $0.element : "[\($0.element)]" }.joined()
        }
    }

    @Test func matchesAreFoundBestFirst() {
        let texts = ["Sources/Matching/MatchList.swift", "small", "SearchModel", "symlink", "nothing"]
        #expect(
            Self.found("sml", in: texts) == [
                "[sm]a[l]l", "[s]y[ml]ink", "[S]earch[M]ode[l]", "[S]ources/Matching/[M]atch[L]ist.swift",
            ])
    }

    @Test func matchesAreOrderedByScoreThenLengthThenPosition() {
        let texts = ["b foo", "foo bar", "  foo b  ", "a foo", "foo b", "xfoo"]
        let all = ["b [foo]", "  [foo] b  ", "a [foo]", "[foo] b", "[foo] bar", "x[foo]"]
        #expect(Self.found("foo", in: texts) == all)
        #expect(Self.found("foo", .words, .plain, in: texts) == all)
        // Excluding terms do not affect the ranking.
        #expect(Self.found("!bar", in: texts) == texts.filter { $0 != "foo bar" })
        #expect(Self.found("", in: texts) == texts)
    }

    /// What fzf finds, and in which order: `printf '%s\n' … | fzf --filter QUERY`, with the strings below. An operator
    /// by itself is an ordinary character here, whereas fzf ignores `!`, `'`, `^` and `!'`.
    @Test(arguments: [
        ("'lib", ["[lib]rary", "src/[lib].c", "a[Lib]", "src[lib]"]),
        ("^src", ["[src]lib", "[src]/lib.c"]),
        (".c$", ["src/lib[.c]"]),
        ("^library$", ["[library]"]),
        ("!src !lib", ["some words", "a|b $ !x"]),
        ("^src | words$", ["some [words]", "[src]lib", "[src]/lib.c"]),
        ("Lib", ["a[Lib]"]),
        ("'lib'", ["src/[lib].c"]),
        ("some\\ w", ["[some w]ords"]),
        ("so wo", ["[so]me [wo]rds"]),
        ("$", ["a|b [$] !x"]), ("!", ["a|b $ [!]x"]), ("|", ["a[|]b $ !x"]), ("'", []), ("^", []),
        ("!'", []),
    ])
    func operatorsMeanTheSameAsInFzf(_ query: String, _ found: [String]) {
        let texts = ["src/lib.c", "library", "some words", "aLib", "srclib", "a|b $ !x"]
        #expect(Self.found(query, in: texts) == found)
    }

    @Test func inPlainSyntaxNothingIsAnOperatorAndCaseMakesNoDifference() {
        let texts = ["it's ^here$", "HERE", "!not | this"]
        #expect(Self.found("^HERE$", .fuzzy, .plain, in: texts) == ["it's [^here$]"])
        #expect(Self.found("!not |", .words, .plain, in: texts) == ["[!not] [|] this"])
        #expect(Self.found("HERE", .words, .plain, in: texts) == ["[HERE]", "it's ^[here]$"])
    }

    @Test(arguments: MatchQuery.Mode.allCases)
    func caseWidthAndAccentsAreFoldedAndTheOriginalIsShown(_ mode: MatchQuery.Mode) {
        let texts = [
            "Crème", "Cre\u{301}me", "ＣＲＥＭＥ", "creme", "ｶﾞｷﾞ", "ガギ", "カキ", "ΆΛΦΑ", "Жёлтый", "か\u{3099}き\u{3099}",
            "Straße",
        ]
        func found(_ query: String) -> Set<String> { Set(Self.found(query, mode, .plain, in: texts)) }
        #expect(found("crème") == ["[Crème]", "[Cre\u{301}me]", "[ＣＲＥＭＥ]", "[creme]"])
        #expect(found("rem") == ["C[rèm]e", "C[re\u{301}m]e", "Ｃ[ＲＥＭ]Ｅ", "c[rem]e"])
        #expect(found("ガギ") == ["[ｶﾞｷﾞ]", "[ガギ]"] && found("ｶﾞ") == ["[ｶﾞ]ｷﾞ", "[ガ]ギ"])
        #expect(found("カ") == ["[カ]キ"] && found("がぎ") == ["[か\u{3099}き\u{3099}]"])
        #expect(found("αλφα") == ["[ΆΛΦΑ]"] && found("желтыи") == ["[Жёлтый]"] && found("ｓｔｒａｓe") == ["[Straße]"])
    }

    @Test func invalidUTF8IsRepairedAndFound() {
        var list = MatchList()
        for bytes: [UInt8] in [
            [0xFF, 0x61, 0x62], [0xE3, 0x81], [0xED, 0xA0, 0x80, 0x61], [0x61, 0xC3, 0xA9, 0x80],
        ] {
            bytes.withUnsafeBufferPointer { list.append(utf8: $0) }
        }
        #expect((0..<4).map(list.text) == ["\u{FFFD}ab", "\u{FFFD}", "\u{FFFD}\u{FFFD}\u{FFFD}a", "aé\u{FFFD}"])
        var ranking = MatchSearch(for: MatchQuery("ae", mode: .words), in: list).ranking { false }
        #expect(ranking?.page(from: 0, count: 9).map(\.index) == [3])
        #expect(list.marks(of: MatchQuery("ae", mode: .words), in: 3) == [0..<3])
    }

    @Test func emptyTextsMatchOnlyEmptyAndExcludingQueries() {
        let texts = ["", " ", "\u{301}", "a"]
        #expect(Self.found("", in: texts) == texts)
        #expect(Self.found("a", in: texts) == ["[a]"] && Self.found("!a", in: texts) == ["", " ", "\u{301}"])
        #expect(Self.found("^ $", in: texts).isEmpty && Self.found("\u{301}", in: texts) == texts)
    }
}
