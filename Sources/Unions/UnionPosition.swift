import SearchSource

/// How far each source of a union has got in one list, from which the next page is made.
struct UnionPosition: Sendable {
    /// How far one source has got.
    enum State: Sendable {
        /// It is to be asked for its first page.
        case new
        /// It has more, which begins here.
        case more(Cursor)
        /// It was asked for the page that begins here, and has not answered yet.
        case late(LateWork, from: Cursor?)
        /// It was asked for the page that begins here, and has failed.
        case failed(SourceError, from: Cursor?)
        /// It has no more, or is not asked for this query.
        case over
    }

    /// What a page asks for.
    enum Wish: String, Sendable {
        /// The rows after those that are shown.
        case next
        /// The pages that failed.
        case again
    }

    /// The states of the sources, in their order.
    var states: [State]

    /// The total number of items of each source, if it says; 0 for one that is not asked.
    var totals: [Int?]

    /// What the page asks for.
    var wish = Wish.next

    /// The beginning of a list: each source is to be asked for its first page, or is not asked at all.
    init(_ states: [State]) {
        self.states = states
        totals = states.map { if case .over = $0 { 0 } else { nil } }
    }

    /// A position with these members.
    init(_ states: [State], totals: [Int?], wish: Wish) {
        self.states = states
        self.totals = totals
        self.wish = wish
    }

    /// The indices of the sources that the page asks. Late ones are waited for in either case.
    var asked: [Int] {
        states.indices.filter { index in
            switch (states[index], wish) {
            case (.late, _), (.new, .next), (.more, .next), (.failed, .again): true
            case (.new, .again), (.more, .again), (.failed, .next), (.over, _): false
            }
        }
    }

    /// Returns the last part of a page, from the outcomes of the sources at these indices. It has no rows: these have
    /// already been passed on.
    func page(
        behind outcomes: some Sequence<(Int, ShareOutcome<Page>)>, of blocks: [SourceInfo]
    ) -> Result<Page, SourceError> {
        var position = self
        var page = Page(items: [])
        var errors: [SourceError] = []
        var hasOthers = false
        for (index, outcome) in outcomes {
            let cursor = states[index].cursor
            switch outcome {
            case .late(let work):
                hasOthers = true
                position.states[index] = .late(work, from: cursor)
            case .ended(.failure(let error)):
                errors.append(error.of(blocks[index].name))
                position.states[index] = .failed(error.of(blocks[index].name), from: cursor)
            case .ended(.success(let found)):
                hasOthers = true
                // An empty page is the end of a list, even if it says that there is more.
                position.states[index] = found.items.isEmpty ? .over : found.next.map(State.more) ?? .over
                position.totals[index] = found.total ?? totals[index]
                page.suggestion = page.suggestion ?? found.suggestion
                page.isPartial = page.isPartial || found.isPartial
            }
        }
        // As long as any source answers, this is not an error. What failed before and fails again is not a new error.
        if !hasOthers, wish == .next, let error = SourceError(uniting: errors) { return .failure(error) }
        let names = blocks.map(\.name)
        page.next = position.cursor(.next, named: names)
        page.again = position.cursor(.again, named: names)
        page.total = position.total
        page.failed = zip(position.states, blocks).compactMap { $0.failure(of: $1) }
        return .success(page)
    }

    /// The total number of items, if all sources say theirs.
    private var total: Int? {
        var sum = 0
        for total in totals {
            guard let total else { return nil }
            let (next, isTooMuch) = sum.addingReportingOverflow(total)
            if isTooMuch || next >= 1 << 53 { return nil }
            sum = next
        }
        return sum
    }
}

extension UnionPosition.State {
    /// Where the source's latest or next page begins; nil for the first page.
    var cursor: Cursor? {
        switch self {
        case .new, .over: nil
        case .more(let cursor): cursor
        case .late(_, let cursor), .failed(_, let cursor): cursor
        }
    }

    /// The work that was started for the source and is still running.
    var late: LateWork? { if case .late(let work, _) = self { work } else { nil } }

    /// Returns why some of the list is missing, if that is because of this source.
    fileprivate func failure(of block: SourceInfo) -> SourceError? {
        switch self {
        case .failed(let error, _): return error
        case .late:
            let wait = UnionSource.patience.inAll.components.seconds
            return SourceError(
                .timeout, "\(block.title) has not answered within \(wait) s: what it finds comes with the next page",
                isRetryable: true
            ).of(block.name)
        case .new, .more, .over: return nil
        }
    }
}

extension SourceError {
    /// Combines the errors of several sources; nil if there are none.
    fileprivate init?(uniting errors: [SourceError]) {
        guard let first = errors.first else { return nil }
        let waits = errors.compactMap(\.retryAfter)
        self.init(
            first.kind, errors.map { "\($0.source ?? ""): \($0.message)" }.joined(separator: "; "),
            isRetryable: errors.contains(where: \.isRetryable),
            retryAfter: waits.count == errors.count ? waits.min() : nil,
            httpStatus: errors.allSatisfy { $0.httpStatus == first.httpStatus } ? first.httpStatus : nil)
    }
}
