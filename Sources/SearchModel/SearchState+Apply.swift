import SearchSource
import Signals

extension SearchState {
    /// Takes one step.
    mutating func apply(_ change: Change) {
        listChangedFrom = nil
        raised = nil
        openingEnd = nil
        switch change {
        case .typed(let text, let pending, let interrupting): typed(text, pending, interrupting)
        case .settled(let text, let tooShort): settled(text, tooShort)
        case .began(let load, let text, let need): began(load, for: text, need: need)
        case .needed(let need): self.need = max(self.need ?? 0, need)
        case .wished(let need): wished(need)
        case .stopped:
            stopWaiting()
            stop()
        case .drained: drained()
        case .stalled: isStalled = load != nil
        case .loaded(let page): loaded(page)
        case .failed(let error, let instant): failed(error, at: instant)
        case .opening(let opening): ended(nil, next: opening)
        case .opened(let result): ended(result, next: nil)
        }
    }

    // MARK: The text

    private mutating func typed(_ text: String, _ pending: Pending?, _ interrupting: Pacing.OnInput) {
        keystrokes += 1
        self.text = text
        isComposing = pending == .composing
        let waiting = Typing(text: text, keystroke: keystrokes, debounce: pacing.debounceMs)
        typing = pending == .debounce ? waiting : nil
        switch interrupting {
        case .keep: break
        case .cancel: stop()
        case .clear where load != nil || failure != nil || list.rest != .nothing: clear(for: text)
        case .clear: break
        }
    }

    private mutating func settled(_ text: String, _ tooShort: Pacing.BelowMinLength?) {
        stopWaiting()
        switch tooShort {
        case nil: break
        case .keep: stop()
        case .clear: clear(for: text)
        }
        settled = text
    }

    /// The text in the box waits for nothing any more.
    private mutating func stopWaiting() {
        typing = nil
        isComposing = false
    }

    // MARK: What runs

    private mutating func began(_ load: Load, for text: String?, need: Int?) {
        if self.load == nil { interruptedFailure = failure }
        loads = load.id
        self.load = load
        failure = nil
        isStalled = false
        wish = nil
        barrenPages = 0
        if let text {
            self.text = text
            stopWaiting()
        }
        switch load.kind {
        case .search:
            generation += 1
            query = load.query
            settled = load.query
            dropPaging()
        case .refresh:
            generation += 1
            dropPaging()
        case .page:
            self.need = need
        }
    }

    /// Ends what runs, and what it was wanted for; the failure that it was to make good stands again.
    private mutating func stop() {
        need = nil
        wish = nil
        guard load != nil else { return }
        finish()
        failure = interruptedFailure
        raised = failure
    }

    /// Nothing runs any more.
    private mutating func finish() {
        load = nil
        isStalled = false
    }

    /// Forgets what belonged to paging on the list of an older generation.
    private mutating func dropPaging() {
        need = nil
        wish = nil
        pageFailures = 0
        backsOffUntil = nil
    }

    /// Rule 3, and `onInput: clear`.
    private mutating func clear(for text: String) {
        finish()
        failure = nil
        dropPaging()
        generation += 1
        query = nil
        settled = nil
        list = ResultList()
        list.query = text
        list.generation = generation
        listChangedFrom = 0
    }

    // MARK: What comes back

    private mutating func loaded(_ page: Page) {
        guard let load else { return }
        finish()
        interruptedFailure = nil
        pageFailures = 0
        backsOffUntil = nil
        if load.kind != .page {
            list = ResultList()
            list.query = load.query
        }
        let added = append(page)
        if let following = followingPage(added: added) {
            self.load = following
            loads = following.id
            // A page that adds nothing is not worth a message.
            if added == 0 { return }
        } else {
            need = nil
        }
        list.generation = generation
        list.hasMore = list.rest != .end
        list.total = page.total ?? list.total
        list.suggestion = page.suggestion ?? list.suggestion
        listChangedFrom = list.items.count - added
    }

    /// Appends what is new in `page`; answers how many items that is.
    private mutating func append(_ page: Page) -> Int {
        let before = list.items.count
        for item in page.items where list.ids.insert(item.id).inserted {
            list.items.append(item)
        }
        list.pages += 1
        if let next = page.next, !page.items.isEmpty, list.pages < pacing.maxPages {
            list.rest = .more(next)
        } else {
            list.rest = .end
        }
        return list.items.count - before
    }

    /// The page that is loaded on behind one that added `added` items, because that was none (rule 13) or the list is
    /// wanted longer (rule 7); nil if loading has come to its end.
    private mutating func followingPage(added: Int) -> Load? {
        guard case .more(let cursor) = list.rest, let query = list.query, !isDraining else { return nil }
        barrenPages = added == 0 ? barrenPages + 1 : 0
        let isWanted = added == 0 ? barrenPages <= Self.mostBarrenPages : list.items.count < need ?? 0
        return isWanted ? Load(id: loads + 1, kind: .page, query: query, cursor: cursor) : nil
    }

    /// How many pages are loaded behind one that added nothing.
    private static let mostBarrenPages = 5

    private mutating func failed(_ error: SourceError, at now: Instant) {
        guard let load else { return }
        finish()
        need = nil
        let failure = Failure(load: load, error: error)
        self.failure = failure
        raised = failure
        switch load.kind {
        case .search:
            list.rest = .nothing
        case .page:
            pageFailures += 1
            backsOffUntil = now.advanced(by: backOff(asked: error.retryAfterMs))
        case .refresh:
            break
        }
    }

    // MARK: Backing off

    /// How long the next page must wait after it has failed `pageFailures` times in a row.
    private func backOff(asked: Milliseconds?) -> Milliseconds {
        if let asked, pacing.heedsRetryAfter { return asked }
        var backOff = pacing.backOffMs
        for _ in 1..<max(pageFailures, 1) where backOff < Pacing.maximumBackOffMs { backOff *= 2 }
        return max(pacing.backOffMs, min(backOff, Pacing.maximumBackOffMs))
    }

    private mutating func wished(_ need: Int?) {
        guard let due = backsOffUntil else { return }
        let needs = [wish?.need, need].compactMap { $0 }
        wish = Wish(need: needs.max(), due: due)
    }

    // MARK: Beside the list

    private mutating func ended(_ result: Result<Detail, SourceError>?, next: Opening?) {
        openingEnd = opening.map { OpeningEnd(opening: $0, result: result) }
        opening = next
    }

    // MARK: The end of the input

    private mutating func drained() {
        isDraining = true
        isComposing = false
        typing?.debounce = 0
        need = nil
        wish = nil
    }
}
