import Matching
import SearchSource
import Synchronization

/// The results of a search, best first. A page's cursor keeps them for the next page, so that all pages show the list
/// as it was when it was searched.
final class RankedItems: Sendable {
    /// The matches. A search for a narrower query may need to look only at these.
    let found: MatchRanking

    private let texts: MatchList
    private let isPartial: Bool
    private let items: @Sendable ([Int]) -> [Item]

    /// The same matches, which are sorted when a page after the first is asked for.
    private let ranking: Mutex<MatchRanking>

    /// Searches the titles `texts` for the query of `request`; nil if the search was cancelled.
    ///
    /// - Parameters:
    ///   - isPartial: Whether `texts` is incomplete.
    ///   - earlier: The matches of an earlier search.
    ///   - items: Returns the items with the given indices.
    init?(
        _ request: PageRequest, in texts: MatchList, isPartial: Bool = false, narrowing earlier: MatchRanking?,
        isCancelled: () -> Bool, items: @escaping @Sendable ([Int]) -> [Item]
    ) {
        let query = (request.matching ?? MatchOptions()).query(request.query)
        let search = MatchSearch(for: query, in: texts, narrowing: earlier)
        guard let found = search.ranking(isCancelled: isCancelled) else { return nil }
        self.found = found
        self.texts = texts
        self.isPartial = isPartial
        self.items = items
        ranking = Mutex(found)
    }

    /// Returns the requested page of the results that the request's cursor keeps; nil if it keeps none.
    static func next(_ request: PageRequest) -> Work<Page>? {
        guard let kept = request.cursor?.kept as? RankedItems else { return nil }
        return .local { (_) -> Result<Page, SourceError> in .success(kept.page(request)) }
    }

    func page(_ request: PageRequest) -> Page {
        let offset = request.offset
        return ranking.withLock { ranking in
            let matches = ranking.page(from: offset, count: request.pageSize)
            let end = offset + matches.count
            let isLast = matches.isEmpty || end >= ranking.total
            let indices = matches.map(\.index)
            return Page(
                items: zip(items(indices), indices).map { marked($0, $1, ranking.query) },
                next: isLast ? nil : Cursor(String(end), keeping: self), total: ranking.total,
                isPartial: isPartial)
        }
    }

    /// Returns `item` with a snippet: its title with the matches marked, unless it has a snippet of its own.
    private func marked(_ item: Item, _ index: Int, _ query: MatchQuery) -> Item {
        var item = item
        if item.snippet == nil {
            let marks = texts.marks(of: query, in: index)
            var parts = texts.parts(index, marked: marks)
            if parts.last == "" { parts.removeLast() }
            if !marks.isEmpty { item.snippet = Snippet(parts: parts) }
        }
        return item
    }
}

extension Pacing {
    /// The pacing of a list that is matched in this process.
    static var ofLists: Pacing {
        var pacing = Pacing()
        pacing.debounce = .zero
        pacing.minLength = 0
        pacing.maxPages = Pacing.mostPages
        pacing.matching = MatchOptions()
        return pacing
    }
}

extension PageRequest {
    /// How many items come before the page, according to its cursor, which may be any text. No list is as long as 2^40.
    var offset: Int { min(max(0, cursor.flatMap { Int($0.text) } ?? 0), 1 << 40) }
}

extension SourceError {
    /// The result of a search that was cancelled.
    static let givenUp = SourceError(.internal, "the search was cancelled")
}
