import Matching

extension Target {
    /// A list of strings and a query, all of arbitrary bytes: matches are marked, marks are within the string, the
    /// order is the documented one, and a search that narrows another finds the same as one that does not.
    static let matching = Target(name: "matching") { bytes in
        var rest = bytes[...]
        let (mode, syntax) = (rest.number(), rest.number())
        let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var list = MatchList()
        for line in lines.dropFirst() { line.withUnsafeBufferPointer { list.append(utf8: $0) } }
        for (index, line) in lines.dropFirst().enumerated() {
            hold(
                list.text(index).utf8.elementsEqual(String(decoding: line, as: UTF8.self).utf8), "a text stays as it is"
            )
        }
        let text = String(decoding: lines.first ?? [], as: UTF8.self)
        func query(_ text: some StringProtocol, _ mode: MatchQuery.Mode) -> MatchQuery {
            MatchQuery(String(text), mode: mode, syntax: syntax % 2 == 0 ? .fzf : .plain)
        }
        let chosen = query(text, mode % 2 == 0 ? .fuzzy : .words)
        let found = matches(chosen, list)
        check(found, of: chosen, in: list)
        let wide = MatchSearch(for: query(text.dropLast(), mode % 2 == 0 ? .fuzzy : .words), in: list)
        let narrowed = matches(chosen, list, narrowing: wide.ranking { false })
        hold(narrowed == found, "narrowing changes nothing")
        if syntax % 2 == 1 {
            let fuzzy = Set(matches(query(text, .fuzzy), list).map(\.index))
            hold(matches(query(text, .words), list).allSatisfy { fuzzy.contains($0.index) }, "words are found fuzzily")
        }
    }

    /// Returns all matches, best first.
    private static func matches(
        _ query: MatchQuery, _ list: MatchList, narrowing earlier: MatchRanking? = nil
    ) -> [Match] {
        var ranking = MatchSearch(for: query, in: list, narrowing: earlier).ranking { false }
        let all = ranking?.page(from: 0, count: .max) ?? []
        hold(all.count == ranking?.total, "as many are found as it reports")
        var (paged, pages) = (ranking, [Match]())
        while pages.count < all.count { pages += paged?.page(from: pages.count, count: 7) ?? [] }
        hold(pages == all, "the pages add up to the list")
        return all
    }

    private static func check(_ found: [Match], of query: MatchQuery, in list: MatchList) {
        hold(Set(found.map(\.index)).count == found.count, "nothing is found twice")
        for (one, next) in zip(found, found.dropFirst()) {
            hold(one.score >= next.score, "better ones come first")
        }
        for match in found {
            let text = list.text(match.index)
            let marks = list.marks(of: query, in: match.index)
            // Matches are marked, unless the query only excludes.
            hold(!marks.isEmpty || match.score <= 0, "a match is marked")
            var end = -1
            for mark in marks {
                hold(mark.lowerBound > end && !mark.isEmpty && mark.upperBound <= text.utf8.count, "marks are in order")
                end = mark.upperBound
            }
            hold(
                list.parts(match.index, marked: marks).joined().utf8.elementsEqual(text.utf8), "marks cut no character")
        }
    }
}
