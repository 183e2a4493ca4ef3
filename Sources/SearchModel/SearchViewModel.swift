import SearchSource
import Signals

/// A search box, a list that pages, and a detail: from what a person does to what there is to see.
///
///     triggers ──→ decide ──→ apply ──→ state, reports
///        ↑                                │
///        └── debounce, back-off, load, ───┘
///            stalled, detail, own refresh
///
/// `SearchState` decides *what*, and the operators here decide *when*: each observes one thing that the state requests,
/// and feeds the result back as a trigger (RxFeedback's `react`). So whatever the state no longer requests is
/// cancelled, whoever requested it. Nothing here fails or completes: a failure is a value that is folded into the state
/// like any other, so every trigger works after it as before.
public enum SearchViewModel {
    /// The output of the view-model.
    public struct Output {
        /// The current state.
        public let state: Relay<SearchState>
        /// The report of each trigger, once the state has changed accordingly.
        public let reports: Signal<Report>
        /// The subscription to cancel when the search box is closed.
        public let subscription: Subscription
    }

    /// How long parts of a page are gathered before they are shown.
    static let gathering = Duration.milliseconds(30)

    /// How long other work has its turn between parts that are too much to be shown at once.
    static let pause = Duration.milliseconds(10)

    /// Connects `triggers` to an output. A trigger that another one causes is handled after it.
    ///
    /// - Parameters:
    ///   - pacing: How the search box behaves.
    ///   - waits: Whether a person uses it. If nobody is typing, whatever waits for time to pass happens at once.
    ///   - traits: The traits of the source.
    ///   - load: Loads a page: emits its parts or a failure, and nothing more once it is cancelled.
    ///   - open: Opens a detail, likewise. The item is nil if it is not in the list.
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
            // A text settles when typing has paused (rule 1). Composing, submitting and cancelling end the typing.
            state.distinct { $0.debounce }.debounce(for: { $0?.delay }, on: timeline).map { _ in .debounced },
            // A list that is at its bottom while a page backs off gets that page when it is due (rule 7).
            state.react(to: { $0.wishDue }) { timeline.timer(at: $0).map { .backedOff } },
            // Latest wins (rule 5). A page may lead to the next one (rules 7 and 13).
            state.react(to: { $0.load ?? $0.ownRefresh.probe?.load }) {
                load($0).gather(for: gathering, pause: pause, on: timeline).map(Trigger.answered)
            },
            state.react(to: { $0.load?.id }) { _ in
                timeline.timer(at: timeline.now.advanced(by: pacing.stalledAfter)).map { .stalled }
            },
            // A change of the source is handled when the session has settled.
            state.react(to: { $0.ownRefreshDue }) { timeline.timer(at: $0).map { .ownRefreshDue } },
            // One detail at a time, independently of all that (rule 16).
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
