import SearchSource
import Signals

extension SearchState {
    /// What `trigger` means now. The rules are those of `protocol/README.md`.
    func decide(_ trigger: Trigger, at now: Instant) -> Decision {
        switch trigger {
        case .typed(let text, let isComposing): typed(text, isComposing: isComposing)
        case .settled(let text): settled(text)
        case .submitted(let text): submitted(text)
        case .refreshed: refreshed()
        case .reachedBottom(let bottom): reachedBottom(bottom, at: now)
        case .backedOff: wish.map { nextPage(need: $0.need, outcome: nil) } ?? Decision(nil)
        case .retried: retried()
        case .cancelled: cancelled()
        case .inputEnded: Decision(nil, .drained)
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
            let isAnother = text != settled
            return Decision(.tooShort, .settled(text, tooShort: isAnother ? pacing.belowMinLength : nil))
        }
        if text == settled, isCurrent(text) { return Decision(.unchanged, .settled(text, tooShort: nil)) }
        return Decision(.started, .began(newLoad(.search, text), for: text))
    }

    /// Rule 10.
    private func submitted(_ submittedText: String?) -> Decision {
        if submittedText == nil, isComposing { return Decision(.disabled) }
        let text = submittedText ?? self.text
        let refusal: Outcome? = !isSubmittable(text) ? .tooShort : isSearching(text) ? .disabled : nil
        if let refusal {
            // The text is in the box all the same, if it came with the call.
            return Decision(refusal, submittedText.map { .typed($0, nil, interrupting: .keep) })
        }
        return Decision(.started, .began(newLoad(.search, text), for: text))
    }

    /// Rule 8.
    private func refreshed() -> Decision {
        guard let query else { return Decision(.idle) }
        return Decision(.started, .began(newLoad(.refresh, query), for: nil))
    }

    /// Rule 7.
    private func reachedBottom(_ bottom: Bottom, at now: Instant) -> Decision {
        if let generation = bottom.generation, generation != self.generation { return Decision(.stale) }
        if load != nil { return Decision(.loading, bottom.need.map { .needed($0) }) }
        switch list.rest {
        case .nothing: return Decision(.idle)
        case .end: return Decision(.full)
        case .more: break
        }
        if let need = bottom.need, list.items.count >= need { return Decision(.idle) }
        if let backsOffUntil, now < backsOffUntil { return Decision(.backingOff, .wished(need: bottom.need)) }
        return nextPage(need: bottom.need, outcome: .started)
    }

    private func nextPage(need: Int?, outcome: Outcome?) -> Decision {
        guard load == nil, case .more(let cursor) = list.rest, let query = list.query else { return Decision(outcome) }
        var load = newLoad(.page, query)
        load.cursor = cursor
        return Decision(outcome, .began(load, for: nil, need: need))
    }

    /// Rule 9.
    private func retried() -> Decision {
        if load != nil { return Decision(.loading) }
        guard let failed = failure?.load else { return Decision(.idle) }
        switch failed.kind {
        case .search, .refresh: return Decision(.started, .began(newLoad(failed.kind, failed.query), for: nil))
        case .page: return nextPage(need: wish?.need, outcome: .started)
        }
    }

    /// Rule 9.
    private func cancelled() -> Decision {
        let hasSomething = pending != nil || load != nil || wish != nil || opening != nil
        return hasSomething ? Decision(.cancelled, .stopped) : Decision(.idle)
    }

    /// A load that begins at the first page.
    private func newLoad(_ kind: Load.Kind, _ query: String) -> Load {
        Load(id: loads + 1, kind: kind, query: query, cursor: nil)
    }
}
