import SearchSource
import Signals

/// A search box, a list that pages, and a detail: from what a person does to what there is to see.
///
///     triggers ──→ decide ──→ apply ──→ state, reports
///        ↑                                │
///        └── debounce, back-off, load, ───┘
///            stalled, detail, own refresh
///
/// `SearchState` decides *what*; the operators here decide *when*: each looks at one thing that the state asks for, and
/// feeds what comes of it back as a trigger (RxFeedback's `react`). So whatever the state does not ask for any more is
/// cancelled, whoever had asked for it. Nothing here fails or completes: a failure is a value that is folded into the
/// state like any other, so every trigger works after it as before.
public enum SearchViewModel {
    /// What there is to see.
    public struct Output {
        /// Everything as it is now.
        public let state: Relay<SearchState>
        /// What each trigger has come to, once the state has it.
        public let reports: Signal<Report>
        /// To be cancelled when the search box goes away.
        public let subscription: Subscription
    }

    /// How long parts of a page are gathered before they are shown.
    static let gathering = Duration.milliseconds(30)

    /// How long others have their turn between parts that are too much to be shown at once.
    static let pause = Duration.milliseconds(10)

    /// Wires `triggers` to an output. A trigger that is caused by another one is handled behind it.
    ///
    /// - Parameters:
    ///   - pacing: How the search box behaves.
    ///   - waits: Whether a person uses it. Where nobody is typing, what waits for time to pass happens at once.
    ///   - traits: What the source is like.
    ///   - load: Loads a page: hands over its parts or a failure, or nothing any more once it is cancelled.
    ///   - open: Opens a detail, likewise; the item is there if it stands in the list.
    public static func transform(
        _ triggers: Subject<Trigger>, pacing: Pacing, waits: Bool = true, traits: SearchState.Traits = .init(),
        on timeline: Timeline,
        load: @escaping (Load) -> Signal<Result<Part<Page>, SourceError>>,
        open: @escaping (Opening, Item?) -> Signal<Result<Detail, SourceError>>
    ) -> Output {
        let state = Relay(
            SearchState(pacing: waits ? pacing : pacing.withoutWaits, traits: traits, heedsRetryAfter: waits))
        let reports = Subject<Report>()
        func item(_ id: String) -> Item? { state.withValue { $0.list.item(id) } }

        let folding = triggers.signal.subscribe { trigger in
            let decision = state.withValue { $0.decide(trigger, at: timeline.now) }
            var report = Report()
            if let change = decision.change { report = state.update { $0.apply(change) } }
            report.outcome = decision.outcome
            reports.send(report)
        }

        let feedback = Signal.merge(
            // A text settles once typing has paused (rule 1). Composing, submitting and cancelling end the typing.
            state.distinct { $0.debounce }.debounce(for: { $0?.delay }, on: timeline).map { _ in .debounced },
            // A list that sits at its bottom while a page backs off gets that page when it is time (rule 7).
            state.react(to: { $0.wishDue }) { timeline.timer(at: $0).map { .backedOff } },
            // Latest wins (rule 5). A page may lead to the page behind it (rules 7 and 13).
            state.react(to: { $0.load ?? $0.ownRefresh.probe?.load }) {
                load($0).gather(for: gathering, pause: pause, on: timeline).map(Trigger.answered)
            },
            state.react(to: { $0.load?.id }) { _ in
                timeline.timer(at: timeline.now.advanced(by: pacing.stalledAfter)).map { .stalled }
            },
            // What changed in the source is looked at when the session has settled.
            state.react(to: { $0.ownRefreshDue }) { timeline.timer(at: $0).map { .ownRefreshDue } },
            // One detail at a time, beside all that (rule 16).
            state.react(to: { $0.opening }) { open($0, item($0.id)).map(Trigger.detailed) }
        ).subscribe(triggers.send)

        return Output(
            state: state, reports: reports.signal,
            subscription: Subscription {
                folding.cancel()
                feedback.cancel()
            })
    }
}
