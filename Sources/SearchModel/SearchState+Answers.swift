import SearchSource
import Signals
import Time

/// What comes back of what runs: parts of a page, of which the last ends it, or a failure.
///
/// Parts append to what is shown, with one exception: those of a refresh are held back, for the old list stays until the
/// new one is whole. What is said of pages (their number, their end, one that adds nothing) is said of whole ones.
extension SearchState {
    mutating func answered(_ part: Part<Page>, _ report: inout Report) {
        guard var run else { return }
        let page = part.answer
        run.received += page.items.count
        if run.load.kind == .refresh, !part.isLast {
            if heldBack == nil { heldBack = (run.load, emptyList(for: run.load)) }
            _ = heldBack?.list.append(page.items)
            self.run = run
            return
        }
        var added = 0
        var readAnew: ResultList?
        if run.load.kind != .page, run.added == 0, part.isLast || !page.items.isEmpty {
            // Pages that an own refresh reads at once count as many as they were.
            let pages = run.load.rows.map { max(list.pages(of: $0) - 1, 0) } ?? 0
            if run.load.rows != nil { readAnew = list }
            report.gone = replaceList(by: heldBack?.list ?? emptyList(for: run.load))
            heldBack = nil
            list.pages = pages
            added = list.items.count
        }
        added += list.append(page.items)
        if let readAnew { list.takeTurns(as: readAnew) }
        run.added += added
        if part.isLast {
            finished(run, page, added: added, &report)
        } else {
            self.run = run
            if added > 0 { shown(added, &report) }
        }
    }

    /// The list of `load`, of which nothing has come.
    private func emptyList(for load: Load) -> ResultList {
        var list = ResultList(query: load.query, generation: generation)
        list.isSubmitted = load.isSubmitted
        return list
    }

    /// A part is shown behind which another one comes.
    private mutating func shown(_ added: Int, _ report: inout Report) {
        if load?.kind == .search {
            list.rest = .missing
            // The list from before is gone, and with it what would stand or be due again if this load ended here.
            run?.interrupted = nil
            run?.wasOwnRefreshWanted = false
        }
        list.hasMore = true
        list.generation = generation
        report.listChangedFrom = list.items.count - added
    }

    /// The page is whole.
    private mutating func finished(_ run: Run, _ page: Page, added: Int, _ report: inout Report) {
        backOff = nil
        if !run.load.isAgain { list.pages += 1 }
        if let next = page.next, run.received > 0 || traits.saysItsEnd, list.pages < pacing.maxPages {
            list.rest = .more(next)
        } else {
            list.rest = .end
        }
        attempt = .none
        self.run = following(run)
        let wasPartial = list.isPartial
        list.isPartial = wasPartial || page.isPartial
        // A page that adds nothing is not worth a message, if another one follows.
        if isLoading, run.added == 0 { return }
        let isNew = list.note(page, from: run.load)
        // Behind parts that have been shown, a last one that brings nothing new is none either.
        if !isNew, added == 0, run.added > 0, list.isPartial == wasPartial { return }
        list.generation = generation
        report.listChangedFrom = list.items.count - added
    }

    /// The page that is loaded on behind one that is whole, because it added nothing (rule 13) or the list is wanted
    /// longer (rule 7); nil if loading has come to its end.
    private mutating func following(_ run: Run) -> Run? {
        guard let cursor = list.next, let query = list.query, !isDraining else { return nil }
        let isBarren = run.added == 0 && !run.load.isAgain
        let barrenPages = isBarren ? run.barrenPages + 1 : 0
        let isWanted = isBarren ? barrenPages <= Self.mostBarrenPages : list.items.count < run.need ?? 0
        guard isWanted else { return nil }
        let load = Load(
            id: nextSerial(), kind: .page, query: query, cursor: cursor, isSubmitted: list.isSubmitted)
        var next = Run(load, need: run.need)
        next.barrenPages = barrenPages
        return next
    }

    /// How many pages are loaded behind one that added nothing.
    private static let mostBarrenPages = 5

    mutating func failed(_ error: SourceError, at now: Instant, _ report: inout Report) {
        guard let run else { return }
        let failure = Failure(load: run.load, error: error)
        attempt = .failed(failure)
        report.raised = failure
        switch run.load.kind {
        case .search:
            list.rest = .nothing
            endParts(of: run, &report)
        case .page:
            endParts(of: run, &report)
            let failures = (backOff?.failures ?? 0) + 1
            let wait = backOff(after: failures, asked: error.retryAfter)
            backOff = BackOff(failures: failures, until: now.advanced(by: wait))
        case .refresh:
            break
        }
    }

    /// Tells that nothing will come behind the parts that a load has shown, unless there is a page to ask for: its own again.
    mutating func endParts(of run: Run, _ report: inout Report) {
        guard run.added > 0, list.next == nil else { return }
        list.hasMore = false
        report.listChangedFrom = list.items.count
    }

    /// How long the next page must wait after it has failed `failures` times in a row.
    private func backOff(after failures: Int, asked: Duration?) -> Duration {
        if let asked, heedsRetryAfter { return asked }
        var backOff = pacing.backOff
        for _ in 1..<max(failures, 1) where backOff < Pacing.maximumBackOff { backOff *= 2 }
        return max(pacing.backOff, min(backOff, Pacing.maximumBackOff))
    }
}
