import SearchSource
import Signals
import Time

extension SearchState {
    /// Applies `change`. Returns what there is to report of it.
    mutating func apply(_ change: Change) -> Report {
        var report = Report()
        report.hasChanged = true
        switch change {
        case .typed(let text, let pending, let interrupting): typed(text, pending, interrupting, &report)
        case .settled(let text, let tooShort): settled(text, tooShort, &report)
        case .began(let beginning): began(beginning, &report)
        case .needed(let need): needed(need)
        case .wished(let need): wished(need)
        case .stopped:
            typing = .quiet
            stop(&report)
            ended(nil, next: nil, &report)
        case .drained: drained()
        case .stalled: run?.isStalled = true
        case .answered(let part): answered(part, &report)
        case .failed(let error, let instant): failed(error, at: instant, &report)
        case .sourceChanged: ownRefresh.isWanted = true
        case .filled(let isDone):
            isGrowing = !isDone
            ownRefresh.isWanted = true
        case .probing(let instant): probing(at: instant)
        case .probed(let items): ownRefresh.probe?.items += items
        case .probedInVain: ownRefresh.probe = nil
        case .probePutOff: putOffOwnRefresh()
        case .opening(let opening): ended(nil, next: opening, &report)
        case .detailed(let result): ended(result, next: nil, &report)
        }
        return report
    }

    // MARK: The text

    private mutating func typed(
        _ text: String, _ pending: Pending?, _ interrupting: Pacing.OnInput, _ report: inout Report
    ) {
        self.text = text
        switch pending {
        case nil: typing = .quiet
        case .composing: typing = .composing
        case .debounce: typing = .debouncing(Debounce(serial: nextSerial(), delay: pacing.debounce))
        }
        switch interrupting {
        case .keep: break
        case .cancel: interrupt(&report)
        case .clear where isLoading || failure != nil || list.isThere: clear(for: text, &report)
        case .clear: break
        }
    }

    private mutating func settled(_ text: String, _ tooShort: Pacing.BelowMinLength?, _ report: inout Report) {
        typing = .quiet
        switch tooShort {
        case nil: break
        case .keep: interrupt(&report)
        case .clear: clear(for: text, &report)
        }
        settled = text
    }

    // MARK: What runs

    private mutating func began(_ beginning: Change.Beginning, _ report: inout Report) {
        let interrupted = run.map(\.interrupted) ?? failure
        leaveParts(&report)
        backOff?.wish = nil
        if let text = beginning.text {
            self.text = text
            typing = .quiet
        }
        if let instant = beginning.barsRefreshUntil { refreshBarredUntil = instant }
        if let instant = beginning.ownAt { ownRefresh.lastBegan = instant }
        let load = Load(
            id: nextSerial(), kind: beginning.kind, query: beginning.query, cursor: beginning.cursor,
            rows: beginning.rows, replacing: beginning.kind == .page ? nil : list.next?.kept,
            isSubmitted: beginning.isSubmitted, isAgain: beginning.isAgain)
        let wasOwnRefreshWanted =
            ownRefresh.isWanted || ownRefresh.probe != nil || run?.load.rows != nil || run?.wasOwnRefreshWanted ?? false
        if ownRefresh.probe != nil { putOffOwnRefresh() }
        if beginning.kind != .page {
            generation += 1
            backOff = nil
            // It reads everything that has changed until now.
            ownRefresh.isWanted = false
        }
        if beginning.kind == .search {
            query = load.query
            isQuerySubmitted = load.isSubmitted
            settled = load.query
        }
        run = Run(load, need: beginning.need, interrupted: interrupted)
        run?.wasOwnRefreshWanted = load.kind != .page && beginning.ownAt == nil && wasOwnRefreshWanted
    }

    /// The number of rows to request when the list is read again: as many as came for it, but at least a page.
    var wantedRows: Int {
        let most = traits.isLocal && !traits.isUnion ? OwnRefresh.mostLocalRows : OwnRefresh.mostRows
        return max(pacing.pageSize, min(list.rows, most))
    }

    private mutating func needed(_ need: Int) {
        let known = run?.need ?? 0
        run?.need = max(known, need)
    }

    /// Stops the running load because of what was typed. If it is an own refresh, that is still wanted afterwards.
    private mutating func interrupt(_ report: inout Report) {
        if load?.rows != nil { putOffOwnRefresh() }
        stop(&report)
    }

    private mutating func putOffOwnRefresh() {
        ownRefresh.probe = nil
        ownRefresh.isWanted = true
    }

    /// Stops the running load, and drops the wish for the next page. The failure that the load was to make good stands
    /// again.
    private mutating func stop(_ report: inout Report) {
        backOff?.wish = nil
        // Nobody was told of it, so nobody has stopped it.
        if ownRefresh.probe != nil { putOffOwnRefresh() }
        guard let run else { return }
        // The list that stays is still the one from before the source changed.
        if run.wasOwnRefreshWanted { ownRefresh.isWanted = true }
        leaveParts(&report)
        attempt = .none
        guard let failure = run.interrupted else { return }
        attempt = .failed(failure)
        report.raised = failure
    }

    /// Leaves the rows of an abandoned load as what there is of its list.
    private mutating func leaveParts(_ report: inout Report) {
        guard let run else { return }
        if run.hasShownParts { list.isPartial = true }
        endParts(of: run, &report)
    }

    /// Implements rule 3, and `onInput: clear`.
    private mutating func clear(for text: String, _ report: inout Report) {
        attempt = .none
        backOff = nil
        // There is no list to read again. The interval since the last own refresh still counts.
        ownRefresh = OwnRefresh(lastBegan: ownRefresh.lastBegan)
        generation += 1
        query = nil
        settled = nil
        report.gone = replaceList(by: ResultList(query: text, generation: generation))
        report.listChangedFrom = 0
    }

    // MARK: Backing off (rule 7)

    private mutating func wished(_ need: Int?) {
        guard backOff != nil else { return }
        let needs = [backOff?.wish?.need, need].compactMap { $0 }
        backOff?.wish = BackOff.Wish(need: needs.max())
    }

    // MARK: An own refresh

    private mutating func probing(at instant: Instant) {
        guard let query = list.query else { return }
        ownRefresh.isWanted = false
        ownRefresh.lastBegan = instant
        ownRefresh.probe = OwnRefresh.Probe(
            load: Load(
                id: nextSerial(), kind: .refresh, query: query, rows: wantedRows, isSubmitted: list.isSubmitted,
                isProbe: true))
    }

    // MARK: Details

    private mutating func ended(_ result: Result<Detail, SourceError>?, next: Opening?, _ report: inout Report) {
        report.ended = opening.map { OpeningEnd(opening: $0, result: result) }
        opening = next
    }

    // MARK: The end of the input

    private mutating func drained() {
        isDraining = true
        isGrowing = false
        ownRefresh = OwnRefresh()
        backOff?.wish = nil
        run?.need = nil
        switch typing {
        case .quiet: break
        case .composing: typing = .quiet
        case .debouncing(var debounce):
            debounce.delay = .zero
            typing = .debouncing(debounce)
        }
    }
}
