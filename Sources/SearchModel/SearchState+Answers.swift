import SearchSource
import Signals
import Time

/// Handles answers: parts of a page, of which the last one ends it, or a failure.
///
/// Parts are appended to what is shown, except that those of a refresh are held back, because the old list stays until
/// the new one is complete. Whatever concerns pages (their number, the end of the list, a page that adds nothing)
/// applies to complete ones.
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
            // Pages that an own refresh reads in one go count as the number of pages that they were.
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

    /// Returns an empty list for `load`.
    private func emptyList(for load: Load) -> ResultList {
        var list = ResultList(query: load.query, generation: generation)
        list.isSubmitted = load.isSubmitted
        list.isOfSeveral = traits.isUnion
        return list
    }

    /// Handles a part that is shown and that is not the last one.
    private mutating func shown(_ added: Int, _ report: inout Report) {
        if load?.kind == .search {
            list.rest = .missing
            // The previous list is gone, and with it whatever would stand or be due again if this load ended here.
            run?.interrupted = nil
            run?.wasOwnRefreshWanted = false
        }
        list.hasMore = true
        list.generation = generation
        report.listChangedFrom = list.items.count - added
    }

    /// Handles the last part of a page.
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
        // A page that adds nothing is not worth a message if another one follows. (That sources have answered which had
        // failed is.)
        if isLoading, run.added == 0, !run.load.isAgain { return }
        let isNew = list.note(page, from: run.load)
        // Neither is a last part without news after parts that have been shown.
        if !isNew, added == 0, run.added > 0, list.isPartial == wasPartial { return }
        list.generation = generation
        report.listChangedFrom = list.items.count - added
    }

    /// Returns the load of the next page after a complete one, because that added nothing (rule 13) or more items are
    /// wanted (rule 7); nil if loading is finished.
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

    /// The maximum number of pages that are loaded after one that added nothing.
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

    /// Reports that nothing will follow the parts that a load has shown, unless there is a page to request: the load's
    /// own, again.
    mutating func endParts(of run: Run, _ report: inout Report) {
        guard run.added > 0, list.next == nil else { return }
        list.hasMore = false
        report.listChangedFrom = list.items.count
    }

    /// Returns how long the next page must wait after it has failed `failures` times in a row.
    private func backOff(after failures: Int, asked: Duration?) -> Duration {
        if let asked, heedsRetryAfter { return asked }
        var backOff = pacing.backOff
        for _ in 1..<max(failures, 1) where backOff < Pacing.maximumBackOff { backOff *= 2 }
        return max(pacing.backOff, min(backOff, Pacing.maximumBackOff))
    }
}
