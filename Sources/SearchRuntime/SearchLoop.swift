import CurlTransport
import Engine
import FetchHost
import Platform
import SearchModel
import SearchSource
import Signals

/// The thread of one search box: the view-model, virtual time that follows the clock, and the effects to carry out.
///
///     wishes ───→ triggers ──→ SearchViewModel ──→ state ──→ observers
///     answers ──→ Loader ────────────┘ ↑ └──→ FetchRunner
///     time ─────→ Timeline ────────────┘
final class SearchLoop {
    private let inbox: Inbox
    private let source: any Source
    private let runner: FetchRunner
    private let log: (@Sendable (LogLevel, String) -> Void)?
    private let timeline: Timeline
    private let loader: Loader
    /// Work that continues for the list although no load waits for it.
    private let latecomers = Latecomers()
    private let triggers = Subject<Trigger>()
    private let view: SearchViewModel.Output
    private var reports: Subscription?
    private var watch: Watch?
    private let effects: Effects
    private var observers: [AsyncStream<SearchSnapshot>.Continuation] = []
    private var openings: [Int: WaitingDetail] = [:]
    private var lastOpening = 0
    private var performance: Performance?
    private var hasNews = false
    private var isClosed = false

    /// The effects to carry out, in order.
    private final class Effects {
        var list: [Effect] = []
    }

    /// A detail that is opening, and the caller that waits for it.
    private struct WaitingDetail {
        let wanted: Inbox.WantedDetail
        let continuation: CheckedContinuation<Result<Detail, SourceError>?, Never>
    }

    /// An action that is being performed.
    private final class Performance {
        let request: PerformRequest
        let continuation: CheckedContinuation<Result<Performed, SourceError>?, Never>
        var work: Subscription?

        init(_ request: PerformRequest, _ continuation: CheckedContinuation<Result<Performed, SourceError>?, Never>) {
            self.request = request
            self.continuation = continuation
        }
    }

    init(
        _ source: any Source, _ pacing: Pacing, _ http: CurlTransport.Configuration, _ inbox: Inbox,
        _ log: (@Sendable (LogLevel, String) -> Void)?
    ) {
        self.inbox = inbox
        self.log = log
        self.source = source
        runner = FetchRunner(http, wakeup: inbox.wakeup)
        let timeline = Timeline(now: SystemClock.now)
        let effects = Effects()
        let loader = Loader(timeline: timeline, seed: UInt64.random(in: 0...UInt64.max)) { effects.list.append($0) }
        self.timeline = timeline
        self.effects = effects
        self.loader = loader
        let latecomers = latecomers
        view = SearchViewModel.transform(
            triggers, pacing: pacing, traits: SearchState.Traits(source), on: timeline,
            load: { loader.page($0, pacing: pacing, of: source, session: "", latecomers: latecomers) },
            open: { loader.detail($0, item: $1, of: source, session: "") })
        watch = loader.watch(
            source, isSeen: { [unowned self] in view.state.value.list.isThere },
            changed: { [unowned self] in triggers.send(.sourceChanged) })
        reports = view.reports.subscribe { [unowned self] in take($0) }
    }

    /// Runs until the search box is closed.
    func run() {
        while !isClosed {
            for wish in inbox.take() { grant(wish) }
            timeline.advance(to: SystemClock.now)
            let finished = runner.takeFinished()
            // Taken afterwards, so that what a program said before it ended is logged before its end has consequences.
            for line in runner.takeSaid() { log?(.info, line) }
            for (id, result) in finished { loader.finish(id, result) }
            carryOut()
            if hasNews { tell() }
            if !isClosed { wait() }
        }
        close()
    }

    private func grant(_ wish: Inbox.Wish) {
        switch wish {
        case .trigger(let trigger):
            timeline.advance(to: SystemClock.now)
            triggers.send(trigger)
        case .open(let wanted, let continuation):
            guard !wanted.isWithdrawn else { return continuation.resume(returning: nil) }
            timeline.advance(to: SystemClock.now)
            lastOpening += 1
            openings[lastOpening] = WaitingDetail(wanted: wanted, continuation: continuation)
            triggers.send(.opened(Opening(serial: lastOpening, id: wanted.id)))
        case .withdrawn(let wanted):
            guard let opening = view.state.value.opening, openings[opening.serial]?.wanted === wanted else { return }
            triggers.send(.opened(nil))
        case .perform(let wanted, let continuation):
            switch request(for: wanted) {
            case .success(let request): begin(Performance(request, continuation))
            case .failure(let error): continuation.resume(returning: .failure(error))
            }
        case .observe(let continuation):
            observers.append(continuation)
            continuation.yield(SearchSnapshot(view.state.value))
        case .close:
            isClosed = true
        }
    }

    private func request(for wanted: Inbox.Wanted) -> Result<PerformRequest, SourceError> {
        guard let item = view.state.value.shownItem(wanted.id, of: wanted.generation) else {
            return .failure(.noSuchItem("the list in which \"\(wanted.id)\" was seen is no longer shown"))
        }
        guard item.actions.contains(where: { $0.name.hasSameBytes(as: wanted.action) }) else {
            return .failure(SourceError(.config, "\"\(item.title)\" has no action \"\(wanted.action)\""))
        }
        if let running = performance?.request.action {
            return .failure(SourceError(.config, "\"\(running)\" is being performed; one action runs at a time"))
        }
        return .success(PerformRequest(wanted.action, with: item))
    }

    private func begin(_ performance: Performance) {
        self.performance = performance
        timeline.advance(to: SystemClock.now)
        let work = loader.perform(performance.request, of: source, session: "")
            .subscribe { [unowned self] result in end(with: result) }
        // It may already have ended.
        if self.performance === performance { performance.work = work } else { work.cancel() }
    }

    /// Ends the action that is being performed, if there is one. A nil `result` means that the box is closed.
    private func end(with result: Result<Performed, SourceError>?) {
        guard let ended = performance else { return }
        performance = nil
        ended.work?.cancel()
        ended.continuation.resume(returning: result)
        if case .success(let performed) = result, performed.hasChanged { triggers.send(.sourceChanged) }
    }

    private func take(_ report: Report) {
        hasNews = true
        if report.listChangedFrom != nil {
            watch?.listCame()
            if !view.state.value.list.isThere { latecomers.giveUp() }
        }
        guard let end = report.ended else { return }
        openings.removeValue(forKey: end.opening.serial)?.continuation.resume(returning: end.result)
    }

    private func carryOut() {
        while !effects.list.isEmpty {
            let list = effects.list
            effects.list = []
            for effect in list {
                switch effect {
                case .startFetch(let id, let fetch): runner.start(id, fetch)
                case .cancelFetch(let id): runner.cancel(id)
                case .log(let level, let text): log?(level, text)
                case .wake, .record, .exit: break  // Only an engine emits these.
                }
            }
        }
    }

    private func tell() {
        hasNews = false
        let snapshot = SearchSnapshot(view.state.value)
        observers.removeAll { if case .terminated = $0.yield(snapshot) { true } else { false } }
    }

    /// Waits until something happens.
    private func wait() {
        var polled = PollSet()
        let woken = polled.add(inbox.wakeup.readEnd, for: .readable)
        polled.wait(atMost: timeline.nextWake.map(SystemClock.now.duration))
        if polled[woken] != [] { inbox.wakeup.drain() }
    }

    private func close() {
        triggers.send(.cancelled)
        latecomers.giveUp()
        end(with: nil)
        view.subscription.cancel()
        reports?.cancel()
        carryOut()
        for observer in observers { observer.finish() }
        for opening in openings.values { opening.continuation.resume(returning: nil) }
        openings = [:]
    }
}
