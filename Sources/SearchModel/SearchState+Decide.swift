import SearchSource
import Signals
import Time

extension SearchState {
    /// Returns what `trigger` means now. The rules are those of `protocol/README.md`.
    func decide(_ trigger: Trigger, at now: Instant) -> Decision {
        switch trigger {
        case .typed(let typed): return self.typed(typed.text, isComposing: typed.isComposing)
        case .debounced: return settled(text)
        case .submitted(let text): return submitted(text)
        case .refreshed: return refreshed(at: now)
        case .reachedBottom(let bottom): return reachedBottom(bottom, at: now)
        case .backedOff: return backOff?.wish.map { nextPage(need: $0.need, outcome: nil) } ?? Decision(nil)
        case .retried: return retried()
        case .cancelled: return cancelled()
        case .opened(let opening): return Decision(nil, .opening(opening))
        case .sourceChanged: return Decision(nil, .sourceChanged)
        case .filled(let isDone): return Decision(nil, .filled(isDone: isDone))
        case .ownRefreshDue: return ownRefresh(at: now)
        case .inputEnded: return Decision(nil, .drained)
        case .stalled: return Decision(nil, .stalled)
        case .answered(let result): return answered(result, at: now)
        case .detailed(let result): return Decision(nil, .detailed(result))
        }
    }

    /// Rules 1, 2 and 10.
    private func typed(_ text: String, isComposing: Bool) -> Decision {
        if isComposing { return Decision(.composing, .typed(text, .composing, interrupting: .keep)) }
        switch pacing.trigger {
        case .incremental: return Decision(.scheduled, .typed(text, .debounce, interrupting: pacing.onInput))
        case .submit: return Decision(.held, .typed(text, nil, interrupting: pacing.onInput))
        }
    }

    /// Rules 3 and 4.
    private func settled(_ text: String) -> Decision {
        if !isLongEnough(text) {
            let isAnother = !isSettled(text)
            return Decision(.tooShort, .settled(text, tooShort: isAnother ? pacing.belowMinLength : nil))
        }
        if isSettled(text), isCurrent(text) { return Decision(.unchanged, .settled(text, tooShort: nil)) }
        return Decision(.started, .began(.init(.search, text, for: text)))
    }

    /// Rule 10.
    private func submitted(_ submittedText: String?) -> Decision {
        if submittedText == nil, case .composing = typing { return Decision(.disabled) }
        let text = submittedText ?? self.text
        let refusal: Outcome? = !pacing.isSubmittable(text) ? .tooShort : isSearching(text) ? .disabled : nil
        if let refusal {
            // If the text came with the call, it is in the search box all the same.
            return Decision(refusal, submittedText.map { .typed($0, nil, interrupting: .keep) })
        }
        var beginning = Change.Beginning(.search, text, for: text)
        beginning.isSubmitted = true
        return Decision(.started, .began(beginning))
    }

    /// Rule 8.
    private func refreshed(at now: Instant) -> Decision {
        guard let query else { return Decision(.idle) }
        if let refreshBarredUntil, now < refreshBarredUntil { return Decision(.throttled) }
        var beginning = Change.Beginning(.refresh, query)
        beginning.isSubmitted = isQuerySubmitted
        beginning.barsRefreshUntil = now.advanced(by: pacing.throttle)
        return Decision(.started, .began(beginning))
    }

    /// Rule 7.
    private func reachedBottom(_ bottom: Bottom, at now: Instant) -> Decision {
        if let generation = bottom.generation, !isOfShownList(generation) { return Decision(.stale) }
        if isLoading { return Decision(.loading, bottom.need.map { .needed($0) }) }
        switch list.rest {
        case .nothing: return Decision(.idle)
        case .end, .missing: return Decision(.full)
        case .more: break
        }
        if let need = bottom.need, list.items.count >= need { return Decision(.idle) }
        if let backOff, now < backOff.until { return Decision(.backingOff, .wished(need: bottom.need)) }
        return nextPage(need: bottom.need, outcome: .started)
    }

    /// Returns the item with this id in the list that is shown; nil if the list does not have it, or if `generation`
    /// means another list. A list that is still shown while the next one loads is also meant by its own generation.
    public func shownItem(_ id: String, of generation: Int?) -> Item? {
        guard let generation, generation != list.generation, isLoading || generation != self.generation else {
            return list.item(id)
        }
        return nil
    }

    /// Whether a generation means the list that is shown. A list that outlived a search or a refresh, because that
    /// failed or was cancelled, can still be referred to by its own generation.
    private func isOfShownList(_ generation: Int) -> Bool {
        generation == self.generation || !isLoading && generation == list.generation
    }

    private func nextPage(need: Int?, outcome: Outcome?) -> Decision {
        guard !isLoading, let cursor = list.next, let query = list.query else { return Decision(outcome) }
        var beginning = Change.Beginning(.page, query)
        beginning.cursor = cursor
        beginning.isSubmitted = list.isSubmitted
        beginning.need = need
        return Decision(outcome, .began(beginning))
    }

    /// Asks those sources again that have failed; does nothing if none has.
    private func again() -> Decision {
        guard let cursor = list.again, let query = list.query else { return Decision(.idle) }
        var beginning = Change.Beginning(.page, query)
        beginning.cursor = cursor
        beginning.isSubmitted = list.isSubmitted
        beginning.isAgain = true
        return Decision(.started, .began(beginning))
    }

    /// Rule 9.
    private func retried() -> Decision {
        if isLoading { return Decision(.loading) }
        guard let failed = failure?.load, !failed.isAgain else { return again() }
        switch failed.kind {
        case .search, .refresh:
            var beginning = Change.Beginning(failed.kind, failed.query)
            beginning.rows = failed.rows
            beginning.isSubmitted = failed.isSubmitted
            return Decision(.started, .began(beginning))
        case .page: return nextPage(need: backOff?.wish?.need, outcome: .started)
        }
    }

    /// Rule 9.
    private func cancelled() -> Decision {
        let hasSomething = pending != nil || isLoading || backOff?.wish != nil || opening != nil
        return hasSomething ? Decision(.cancelled, .stopped) : Decision(.idle)
    }

    // MARK: Answers

    private func answered(_ result: Result<Part<Page>, SourceError>, at now: Instant) -> Decision {
        if !isLoading { return ownRefresh.probe.map { probed($0, result, at: now) } ?? Decision(nil) }
        switch result {
        case .success(let part): return Decision(nil, .answered(part))
        case .failure(let error): return Decision(nil, .failed(error, at: now))
        }
    }

    // MARK: An own refresh

    /// Handles a change of the source once the session has settled. A remote list is read again; a local one is checked
    /// first.
    private func ownRefresh(at now: Instant) -> Decision {
        Decision(nil, traits.isLocal ? .probing(at: now) : reload(at: now))
    }

    private func reload(at now: Instant) -> Change? {
        // The list that is shown may not be that of the current query, whose load may have been cancelled.
        guard let query = list.query else { return nil }
        var beginning = Change.Beginning(.refresh, query)
        beginning.isSubmitted = list.isSubmitted
        beginning.ownAt = now
        beginning.rows = wantedRows
        return .began(beginning)
    }

    /// Handles the result of checking a local list. A failure is left to the refresh to report.
    private func probed(
        _ probe: OwnRefresh.Probe, _ result: Result<Part<Page>, SourceError>, at now: Instant
    ) -> Decision {
        if case .success(let part) = result {
            let items = part.answer.items
            if !part.isLast { return Decision(nil, .probed(items)) }
            let isUnchanged = list.isUnchanged(
                by: probe.items + items, part.answer, of: probe.load.rows ?? pacing.pageSize, maxPages: pacing.maxPages)
            if failure == nil, isUnchanged {
                return Decision(nil, .probedInVain)
            }
        }
        // If typing has begun meanwhile, it takes precedence.
        return Decision(nil, pending == nil ? reload(at: now) : .probePutOff)
    }
}
