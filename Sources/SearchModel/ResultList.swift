import SearchSource

/// The list as it is shown.
public struct ResultList: Sendable {
    /// What follows the last item.
    public enum Rest: Sendable {
        /// Nothing that could be paged: there is no list, or its search failed.
        case nothing
        /// Another page.
        case more(Cursor)
        /// The end of the list.
        case end
        /// The rest of a page of which only some parts have come: the load that brings it is running, or was cancelled.
        case missing
    }

    /// The query of this list; nil before the first one.
    public internal(set) var query: String?
    /// Whether that query was submitted.
    var isSubmitted = false
    /// Whether its items come from several sources, all of which were asked (rule 20).
    var isOfSeveral = false
    /// The generation in which the list last changed.
    public internal(set) var generation = 0
    /// The items, without duplicate ids.
    public internal(set) var items = Items()
    /// What follows them.
    public internal(set) var rest = Rest.nothing
    /// Whether another page or part was to follow when the list last changed.
    public internal(set) var hasMore = false
    /// The total number of items, if the source says.
    public internal(set) var total: Int?
    /// What may have been meant by the query, if the source says.
    public internal(set) var suggestion: String?
    /// Whether loading was abandoned before all of it had come, or the source says that some of it is missing.
    public internal(set) var isPartial = false
    /// What failed of it: those of several sources that have not answered.
    public internal(set) var failed: [Failure] = []
    /// Where to ask those sources again.
    var again: Cursor?

    /// The number of rows of each source that were dropped because the list already had their ids (rule 13).
    private var dropped: [String?: Int] = [:]
    /// The position of each id.
    private var ids = IDTable()
    /// The number of complete pages.
    var pages = 0

    /// The empty list before the first search.
    init() {}

    /// An empty list for `query`.
    init(query: String, generation: Int) {
        self.query = query
        self.generation = generation
    }

    /// Whether there is a list to look at: one whose search has not failed.
    public var isThere: Bool { if case .nothing = rest { false } else { true } }

    /// Where the next page begins, if there is one.
    var next: Cursor? { if case .more(let cursor) = rest { cursor } else { nil } }

    /// Whether the list is complete up to the end of a page.
    var isWhole: Bool {
        switch rest {
        case .nothing, .missing: false
        case .more, .end: true
        }
    }

    /// Appends those of `new` whose id the list does not have yet (rule 13). Returns how many were appended.
    mutating func append(_ new: [Item]) -> Int {
        let before = items.count
        if before == 0 { ids.reserveCapacity(new.count) }
        var known = 0
        while known < new.count,
            ids.insert(new[known].id, before + known, { $0 < before ? items[$0].id : new[$0 - before].id })
        {
            known += 1
        }
        // Usually all of them are new: append the array as it is.
        items.append(contentsOf: known == new.count ? new : Array(new[..<known]))
        for item in new[known...] {
            if ids.insert(item.id, items.count, { items[$0].id }) {
                items.append(item)
            } else {
                dropped[isOfSeveral ? item.source : nil, default: 0] += 1
            }
        }
        return items.count - before
    }

    /// The number of rows that came for the list. Several sources are each asked for that many, so for these it is the
    /// number of rows from the one that returned most.
    var rows: Int {
        guard isOfSeveral else { return items.count + dropped[nil, default: 0] }
        var brought = dropped
        for item in items { brought[item.source, default: 0] += 1 }
        return brought.values.max() ?? 0
    }

    /// Returns how many of its pages its first `rows` rows make up, counting a page in part as a whole one.
    func pages(of rows: Int) -> Int {
        let all = self.rows
        return rows < all ? (pages * rows + all - 1) / all : pages
    }

    /// Arranges the items of several sources, all of which were read at once, in the order in which their sources
    /// alternate in `old` (rule 20), so that whatever has not changed stays in place. Items for which `old` has no
    /// place come last.
    mutating func takeTurns(as old: ResultList) {
        guard isOfSeveral else { return }
        var left = Dictionary(grouping: items.indices, by: { items[$0].source }).mapValues { $0[...] }
        let inTurns = old.items.compactMap { left[$0.source]?.popFirst() }
        items = Items((inTurns + left.values.joined().sorted()).map { items[$0] })
        ids = IDTable()
        for (place, item) in items.enumerated() { _ = ids.insert(item.id, place) { items[$0].id } }
    }

    /// Takes over what the newest page, which `load` brought, says about the whole list. Returns whether any of that is
    /// new.
    mutating func note(_ page: Page, from load: Load) -> Bool {
        let isKnown =
            hasMore == (next != nil) && (page.total ?? total) == total
            && (page.suggestion ?? suggestion).hasSameBytes(as: suggestion) && page.failed == failed.map(\.error)
        hasMore = next != nil
        total = page.total ?? total
        suggestion = page.suggestion ?? suggestion
        failed = page.failed.map { error in
            // A failure that has already been reported stays as it was reported.
            failed.first { $0.error == error } ?? Failure(load: load, error: error)
        }
        again = page.again
        return !isKnown
    }

    /// Whether the list would look the same, as far as it was requested, if `items` were its first page.
    ///
    /// - Parameters:
    ///   - items: All items of that page.
    ///   - page: The last part of it.
    ///   - rows: The number of rows that were requested; the list may have more.
    ///   - maxPages: The maximum number of pages of a list.
    func isUnchanged(by items: [Item], _ page: Page, of rows: Int, maxPages: Int) -> Bool {
        guard page.total == total, page.isPartial == isPartial, page.failed == failed.map(\.error) else { return false }
        var items = items
        // Usually the items are the same: then no id occurs twice, and the order of the sources is unchanged.
        if !items.elementsEqual(self.items.prefix(items.count)) {
            var other = ResultList()
            other.isOfSeveral = isOfSeveral
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
