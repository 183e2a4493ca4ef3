import SearchSource
import Signals

/// A search box, a list that pages, and a detail: from what a person does to what there is to see.
///
/// Operators decide *when*, here; `SearchState` decides *what*. Nothing here fails or completes: a failure is a value
/// that is folded into the state like any other, so every trigger works after it as before.
public enum SearchViewModel {
    /// What a person does.
    public struct Input {
        /// Typing. The text is debounced, held or composed.
        public let text = Subject<TypedText>()
        /// The search button, or the Enter key: for a text of its own, or for the one in the box.
        public let submit = Subject<String?>()
        /// Pulling the list to refresh it.
        public let refresh = Subject<Void>()
        /// Scrolling to the end of the list.
        public let bottom = Subject<Bottom>()
        /// Repeating what failed.
        public let retry = Subject<Void>()
        /// Stopping everything.
        public let cancel = Subject<Void>()
        /// Opening a detail; nil closes the one that is opening.
        public let open = Subject<Opening?>()
        /// Going away: no input will follow.
        public let end = Subject<Void>()

        /// An input on which nothing has happened.
        public init() {}
    }

    /// What there is to see.
    public struct Output {
        /// Everything as it is now.
        public let state: Relay<SearchState>
        /// What a call came to. A call may cause none: a refresh that the throttle swallows. It may cause two, of
        /// which the later one counts: a text that is scheduled and, without a debounce, settles at once.
        public let outcome: Signal<Outcome>
        /// The list has changed from this position on.
        public let items: Signal<Int>
        /// A failure has come to stand.
        public let errors: Signal<Failure>
        /// Everything but the list, at each change.
        public let loading: Signal<Loading>
        /// A detail is not opening any more, because of this.
        public let details: Signal<OpeningEnd>
        /// To be cancelled when the search box goes away.
        public let subscription: Subscription
    }

    /// Wires `input` to an output.
    ///
    /// - Parameters:
    ///   - load: Loads a page: hands over one result, or none once it is cancelled.
    ///   - open: Opens a detail, likewise; the item is there if it stands in the list.
    public static func transform(
        _ input: Input, pacing: Pacing, on timeline: Timeline,
        load: @escaping (Load) -> Signal<Result<Page, SourceError>>,
        open: @escaping (Opening, Item?) -> Signal<Result<Detail, SourceError>>
    ) -> Output {
        let state = Relay(SearchState(pacing: pacing))

        // A text settles once typing has paused (rule 1). Composing, submitting and cancelling end the typing.
        let settled = state.signal.map(\.typing).removeDuplicates()
            .debounce(for: { $0?.debounce }, on: timeline)
            .compactMap { $0?.text }

        // One refresh is as good as many (rule 8); one without a query is none, and bars nothing.
        let refreshed = Signal.merge(
            input.refresh.signal.filter { state.value.query == nil },
            input.refresh.signal.filter { state.value.query != nil }.throttle(for: pacing.throttleMs, on: timeline))

        // A list that sits at its bottom while a page backs off gets that page when it is time (rule 7).
        let backedOff = state.signal.map(\.wish?.due).removeDuplicates()
            .flatMapLatest { due in due.map(timeline.timer(at:)) ?? .never }

        let decisions = Signal.merge(
            input.text.signal.map { Trigger.typed($0.text, isComposing: $0.isComposing) },
            settled.map(Trigger.settled),
            input.submit.signal.map(Trigger.submitted),
            refreshed.map { Trigger.refreshed },
            input.bottom.signal.map(Trigger.reachedBottom),
            backedOff.map { Trigger.backedOff },
            input.retry.signal.map { Trigger.retried },
            input.cancel.signal.map { Trigger.cancelled },
            input.end.signal.map { Trigger.inputEnded }
        )
        .withLatestFrom(state) { trigger, state in state.decide(trigger, at: timeline.now) }
        .share()

        // Latest wins (rule 5). A page may lead to the page behind it (rules 7 and 13).
        let loaded = decisions.compactMap(\.change?.loadSwitch)
            .flatMapLatest { next -> Signal<Result<Page, SourceError>> in
                guard case .start(let first) = next else { return .never }
                return load(first).expand { _ in state.value.load.map(load) }
            }

        let stalled = state.signal.map(\.load?.id).removeDuplicates()
            .flatMapLatest { id in
                id == nil ? .never : timeline.timer(at: timeline.now.advanced(by: pacing.stalledMs))
            }

        // One detail at a time, beside all that (rule 16).
        let openings = Signal.merge(input.open.signal, input.cancel.signal.map { nil }).share()
        let opened = openings.flatMapLatest { opening -> Signal<Result<Detail, SourceError>> in
            guard let opening else { return .never }
            return open(opening, state.value.list.items.first { $0.id == opening.id })
        }

        // The order matters: a decision is folded before the load that it starts can answer.
        let subscription = Signal.merge(
            decisions.compactMap(\.change),
            loaded.map { Change($0, at: timeline.now) },
            stalled.map { Change.stalled },
            openings.map(Change.opening),
            opened.map(Change.opened)
        )
        .scan(into: state) { state, change in state.apply(change) }

        return Output(
            state: state,
            outcome: decisions.compactMap(\.outcome),
            items: state.signal.compactMap(\.listChangedFrom),
            errors: state.signal.compactMap(\.raised),
            loading: state.signal.map(Loading.init).removeDuplicates(),
            details: state.signal.compactMap(\.openingEnd),
            subscription: subscription)
    }
}

extension Change {
    fileprivate init(_ result: Result<Page, SourceError>, at now: Instant) {
        switch result {
        case .success(let page): self = .loaded(page)
        case .failure(let error): self = .failed(error, at: now)
        }
    }
}
