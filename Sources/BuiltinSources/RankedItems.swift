import Matching
import SearchSource
import Synchronization

/// What a search has found among texts, best first: a page keeps it for the next one, so that all pages are of the list
/// as it was when it was searched.
final class RankedItems: Sendable {
    /// What was found: all that there is to find for a query that asks for more.
    let found: MatchRanking

    private let texts: MatchList
    private let isPartial: Bool
    private let items: @Sendable ([Int]) -> [Item]

    /// The same. It is sorted when a page behind the first one is asked for.
    private let ranking: Mutex<MatchRanking>

    /// What is found for the query of `request` among the titles `texts`; nil if it was given up.
    ///
    /// - Parameters:
    ///   - isPartial: Whether the titles are not all that there are.
    ///   - earlier: What was found before.
    ///   - items: Tells the whole items with these numbers.
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

    /// The page that is asked for, of what its cursor keeps; nil if it has none that keeps anything.
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

    /// An item that was found. What matched is marked in its title, if it brings no snippet of its own.
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
    /// How a search box behaves on a list that is matched here.
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
    /// How many rows come before the page, as its cursor says, which may be any text. No list is as long as 2^40.
    var offset: Int { min(max(0, cursor.flatMap { Int($0.text) } ?? 0), 1 << 40) }
}

extension SourceError {
    /// What a search has come to that nobody waits for any more.
    static let givenUp = SourceError(.internal, "the search was given up")
}
