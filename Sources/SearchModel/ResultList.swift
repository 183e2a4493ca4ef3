import SearchSource

/// The list as it is shown.
public struct ResultList: Sendable {
    /// What there is behind the last item.
    public enum Rest: Sendable {
        /// Nothing to page on: there is no list, or its search failed.
        case nothing
        /// Another page.
        case more(Cursor)
        /// The end of the list.
        case end
        /// The rest of a page of which only parts have come: what brings it runs, or was cancelled.
        case missing
    }

    /// The query whose list this is; nil before the first one.
    public internal(set) var query: String?
    /// Whether somebody has submitted that.
    var isSubmitted = false
    /// The generation in which the list last changed.
    public internal(set) var generation = 0
    /// The items, each id once.
    public internal(set) var items = Items()
    /// What there is behind them.
    public internal(set) var rest = Rest.nothing
    /// Whether there was another page, or another part, when the list last changed.
    public internal(set) var hasMore = false
    /// How many items there are in all, if the source says.
    public internal(set) var total: Int?
    /// What may have been meant, if the source says.
    public internal(set) var suggestion: String?
    /// Whether it was given up before all of it had come, or its source says that some of it is missing.
    public internal(set) var isPartial = false
    /// What failed of it: of several sources, those that have not answered.
    public internal(set) var failed: [Failure] = []
    /// Where what failed is asked for again.
    var again: Cursor?

    /// How many rows of each source were dropped, for the list had their ids (rule 13).
    private var dropped: [String?: Int] = [:]
    /// Where each id stands.
    private var ids = IDTable()
    /// How many whole pages it has.
    var pages = 0

    /// The list that there is before the first search.
    init() {}

    /// A list without items, for `query`.
    init(query: String, generation: Int) {
        self.query = query
        self.generation = generation
    }

    /// Whether there is a list that can be looked at: one whose search has not failed.
    public var isThere: Bool { if case .nothing = rest { false } else { true } }

    /// Where the next page begins, if there is one.
    var next: Cursor? { if case .more(let cursor) = rest { cursor } else { nil } }

    /// Whether the list is what its search brought, to the end of a page.
    var isWhole: Bool {
        switch rest {
        case .nothing, .missing: false
        case .more, .end: true
        }
    }

    /// Appends those of `new` whose id the list does not have (rule 13); answers how many that are.
    mutating func append(_ new: [Item]) -> Int {
        let before = items.count
        if before == 0 { ids.reserveCapacity(new.count) }
        var known = 0
        while known < new.count,
            ids.insert(new[known].id, before + known, { $0 < before ? items[$0].id : new[$0 - before].id })
        {
            known += 1
        }
        // Mostly all of them are new: they are taken as they are.
        items.append(contentsOf: known == new.count ? new : Array(new[..<known]))
        for item in new[known...] {
            if ids.insert(item.id, items.count, { items[$0].id }) {
                items.append(item)
            } else {
                dropped[item.source, default: 0] += 1
            }
        }
        return items.count - before
    }

    /// Whether its items are from several sources.
    var isOfSeveral: Bool { items.first?.source != nil }

    /// How many rows came for the list. Several sources are asked for so many each: then it is how many the one brought
    /// that brought most.
    var rows: Int {
        guard isOfSeveral else { return items.count + dropped[nil, default: 0] }
        var brought = dropped
        for item in items { brought[item.source, default: 0] += 1 }
        return brought.values.max() ?? 0
    }

    /// How many of its pages the first `rows` of its rows are, one that is only begun included.
    func pages(of rows: Int) -> Int {
        let all = self.rows
        return rows < all ? (pages * rows + all - 1) / all : pages
    }

    /// Puts the items of several sources, all of which were read at once, in the order in which those take turns in `old`
    /// (rule 20): what has not changed stands where it stood. What a source has more than there comes behind all.
    mutating func takeTurns(as old: ResultList) {
        guard isOfSeveral else { return }
        var left = Dictionary(grouping: items.indices, by: { items[$0].source }).mapValues { $0[...] }
        let inTurns = old.items.compactMap { left[$0.source]?.popFirst() }
        items = Items((inTurns + left.values.joined().sorted()).map { items[$0] })
        ids = IDTable()
        for (place, item) in items.enumerated() { _ = ids.insert(item.id, place) { items[$0].id } }
    }

    /// Takes what its newest page, which `load` brought, says of all of it; answers whether that is anything new.
    mutating func note(_ page: Page, from load: Load) -> Bool {
        let isKnown =
            hasMore == (next != nil) && (page.total ?? total) == total
            && (page.suggestion ?? suggestion).hasSameBytes(as: suggestion) && page.failed == failed.map(\.error)
        hasMore = next != nil
        total = page.total ?? total
        suggestion = page.suggestion ?? suggestion
        failed = page.failed.map { error in
            // What has been told stays as it was told.
            failed.first { $0.error == error } ?? Failure(load: load, error: error)
        }
        again = page.again
        return !isKnown
    }

    /// Whether the list would look the same, as far as it was asked for, if `items` were its first page.
    ///
    /// - Parameters:
    ///   - items: All of that page.
    ///   - page: Its last part.
    ///   - rows: How many rows it was asked for: some of a list that is longer.
    ///   - maxPages: How many pages a list has at most.
    func isUnchanged(by items: [Item], _ page: Page, of rows: Int, maxPages: Int) -> Bool {
        guard page.total == total, page.isPartial == isPartial, page.failed == failed.map(\.error) else { return false }
        var items = items
        // Mostly it is the same: then no id comes twice, and all take the turns that they had.
        if !items.elementsEqual(self.items.prefix(items.count)) {
            var other = ResultList()
            _ = other.append(items)
            other.takeTurns(as: self)
            items = other.items.array
        }
        if rows < self.rows { return page.next != nil && items.elementsEqual(self.items.prefix(items.count)) }
        return items.elementsEqual(self.items) && (page.next != nil && pages < maxPages) == hasMore
    }

    func item(_ id: String) -> Item? {
        ids.index(of: id) { items[$0].id }.map { items[$0] }
    }
}
