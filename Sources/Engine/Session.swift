import JSON
import JSONRPC
import SearchModel
import SearchSource
import Signals

/// One search box of one client: the view-model, and how much of it the client has been told.
///
/// The view-model says what has changed; this keeps the *newest* of each kind until it is rendered. Three rules make
/// the notifications add up to the state, however many of them were folded:
/// - The list is told from the lowest position that has changed since it was last told.
/// - A failure is told if it still stands.
/// - The list comes before a failure, and both come before `loading`.
final class Session {
    let name: String
    /// How many sessions had been opened before.
    let number: Int
    /// What it searches.
    let source: any Source
    /// The name of the source.
    let sourceName: String
    /// Takes the items that the client supplies; nil if the source searches something else.
    let holder: (any ItemHolder)?
    /// How the search box behaves, as the client was told.
    let pacing: Pacing

    private let triggers = Subject<Trigger>()
    private let view: SearchViewModel.Output
    private var reports: Subscription?
    private let timeline: Timeline
    private let outbox: Outbox
    private let loader: Loader
    private var outcome: Outcome?

    /// The number of the last notification.
    private(set) var sequence = 0

    /// Whether there may be anything that the client has not been told.
    private(set) var hasUntold = false
    private var toldLoading: Loading
    private var untoldItemsFrom: Int?
    private var untoldFailure: Failure?

    /// Where the session is among those that have something to tell.
    var place = Outbox.Place.nowhere

    /// The number, in the outbox, of the answer after which it tells what it has to tell.
    var lastAnswer = 0

    /// What has been rendered and waits for answers.
    // The outbox, which it hands over to, does not access it meanwhile: no two accesses overlap.
    @exclusivity(unchecked) var heldBack = HeldBack()

    /// Whether the engine counts the session among those that have something under way.
    private var isCounted = false
    private let activity: Activity
    /// Checks whether the source has changed, if others may change it.
    private let watch: Watch?

    /// What runs for the list although no load waits for it.
    private let latecomers = Latecomers()

    private var openings = 0
    private var openRequests: [Int: ReturnAddress] = [:]

    /// Why the last detail that nobody waited for failed. It stands until the client is told that another one is
    /// opening.
    private(set) var detailFailure: SourceError?

    init(
        name: String, number: Int, source: any Source, pacing: Pacing, waits: Bool, timeline: Timeline,
        outbox: Outbox, loader: Loader, activity: Activity, watch: Watch? = nil
    ) {
        self.name = name
        self.number = number
        self.source = source
        sourceName = source.info.name
        holder = source.itemHolder
        self.pacing = pacing
        self.timeline = timeline
        self.outbox = outbox
        self.loader = loader
        self.activity = activity
        self.watch = watch
        view = SearchViewModel.transform(
            triggers, pacing: pacing, waits: waits, traits: SearchState.Traits(source), on: timeline,
            load: { [latecomers] in
                loader.page($0, pacing: pacing, of: source, session: name, latecomers: latecomers)
            },
            open: { loader.detail($0, item: $1, of: source, session: name) })
        toldLoading = view.state.withValue { Loading($0) }
        reports = view.reports.subscribe { [unowned self] in take($0) }
    }

    /// Returns what `part` reads from the current state.
    func now<Part>(_ part: (inout SearchState) -> Part) -> Part {
        view.state.withValue(part)
    }

    /// The number of searches, refreshes and clearings so far.
    var generation: Int { now { $0.generation } }

    /// Whether nothing is under way, so that a script may continue. Text that is being composed or is held waits for a
    /// person.
    var isSettled: Bool {
        now { !$0.isLoading && $0.pending != .debounce && $0.opening == nil }
    }

    /// Whether it shows a list of this source.
    func sees(_ source: String) -> Bool {
        sourceName.hasSameBytes(as: source) && now { $0.list.isThere }
    }

    /// How many grapheme clusters the text in the search box is short of the minimum length; nil if it is long enough.
    var shortBy: Int? {
        now { $0.shortBy > 0 ? $0.shortBy : nil }
    }

    /// How long to wait before the next page may be tried again; nil if it may be tried now.
    var backsOffFor: Duration? {
        now { $0.backsOffUntil }.map(timeline.now.duration)
    }

    /// Sends `trigger` to the view-model; returns its outcome.
    @discardableResult
    func perform(_ trigger: Trigger) -> Outcome {
        outcome = nil
        triggers.send(trigger)
        return outcome ?? .idle
    }

    private func take(_ report: Report) {
        outcome = report.outcome ?? outcome
        if let from = report.listChangedFrom {
            untoldItemsFrom = min(from, untoldItemsFrom ?? from)
            watch?.listCame()
            if !now({ $0.list.isThere }) { latecomers.giveUp() }
        }
        if let gone = report.gone { loader.letGo(gone) }
        if let failure = report.raised { untoldFailure = failure }
        if let end = report.ended { ended(end) }
        // Whether there really is anything to tell is decided when it is rendered.
        if report.hasChanged {
            hasUntold = true
            outbox.note(self)
        }
        count()
    }

    private func count() {
        guard isCounted == isSettled else { return }
        isCounted.toggle()
        activity.sessions += isCounted ? 1 : -1
    }

    /// Notes that the client has given items to search, and whether these were the last ones.
    func filled(isDone: Bool) {
        perform(.filled(isDone: isDone))
    }

    /// Ends a running debounce at once, because no more input will come.
    func drain() {
        perform(.inputEnded)
    }

    // MARK: Details

    /// Opens a detail; the answer, if `address` wants one, comes when it is there.
    func open(_ id: String, answering address: ReturnAddress?) {
        openings += 1
        openRequests[openings] = address
        perform(.opened(Opening(serial: openings, id: id)))
    }

    /// Ends the opening that the request `id` waits for; does nothing if there is none.
    func cancelOpening(for id: RequestID) {
        if openRequests.values.contains(where: { $0.id == id }) { perform(.opened(nil)) }
    }

    private func ended(_ end: OpeningEnd) {
        let address = openRequests.removeValue(forKey: end.opening.serial)
        defer { if address != nil { outbox.putBehindAnswers(self) } }
        switch (end.result, address) {
        case (nil, let address):
            address?.answer(ResponseError(.requestCancelled, data: JSONObject([("id", .string(end.opening.id))])))
        case (.success(let detail), let address?):
            address.answer { $0.object(detail) }
        case (.failure(let error), let address?):
            address.answer(told(error, .detail).response)
        case (.success(let detail), nil):
            tell(render("detail", generation, detail))
        case (.failure(let error), nil):
            detailFailure = error
            tell(render(error, .detail))
        }
    }

    // MARK: Telling

    /// Everything but the list, as it is now.
    var loading: Loading { now { Loading($0) } }

    /// The list, as it is now.
    var list: ResultList { now { $0.list } }

    /// The error that stands: the list's, else a detail's.
    var standingError: ToldError? {
        now { $0.failure }.map { told($0.error, ErrorScope($0.load.kind)) } ?? standingDetailError
    }

    /// The error of a detail that stands, even if the list's does too.
    var standingDetailError: ToldError? {
        detailFailure.map { told($0, .detail) }
    }

    private func told(_ error: SourceError, _ scope: ErrorScope) -> ToldError {
        ToldError(error, scope, of: sourceName)
    }

    /// Renders the next thing that the client has not been told; nil if it knows everything.
    func renderNext() -> [UInt8]? {
        if let from = untoldItemsFrom {
            let change = ListChange(list: list, from: from, bytes: ListChange.mostBytes)
            untoldItemsFrom = change.isWhole ? nil : change.to
            return render("items", change.list.generation, ToldList(change: change), text: change.textSize)
        }
        if let failure = untoldFailure {
            untoldFailure = nil
            if failure.load == now({ $0.failure?.load }) { return render(failure.error, ErrorScope(failure.load.kind)) }
        }
        return renderLoading()
    }

    private func renderLoading() -> [UInt8]? {
        hasUntold = false
        let loading = loading
        guard loading != toldLoading else { return nil }
        toldLoading = loading
        if loading.opening != nil { detailFailure = nil }
        return render("loading", loading.generation, loading)
    }

    private func render(_ error: SourceError, _ scope: ErrorScope) -> [UInt8] {
        render("error", generation, told(error, scope))
    }

    /// Renders a notification about this session that has about `text` bytes of text in it.
    private func render(
        _ method: StaticString, _ generation: Int, _ news: some Described, text: Int = 0
    ) -> [UInt8] {
        sequence += 1
        let envelope = Envelope(session: name, sequence: sequence, generation: generation)
        return outbox.message(of: 512 + text + text / 4) {
            $0.notification(method) {
                $0.members(of: envelope)
                $0.members(of: news)
            }
        }
    }

    /// Hands over a notification, or keeps it until the answer to the calls that caused it is there.
    func tell(_ message: [UInt8]) {
        if heldBack.isHolding { heldBack.keep(message, for: outbox) } else { outbox.append(message) }
        outbox.putBehindAnswers(self)
    }

    // MARK: The end

    /// Cancels everything; details that are opening are answered.
    func cancelAll() {
        perform(.cancelled)
    }

    /// Ends the session. If the client still believes that something is under way, it is told for the last time.
    func end() {
        cancelAll()
        latecomers.giveUp()
        if let last = renderLoading() { tell(last) }
        // Nothing begins any more, not even when the source changes.
        perform(.inputEnded)
        if isCounted { activity.sessions -= 1 }
        isCounted = false
        outbox.drop(self)
    }

    /// Ends the session and tears it down.
    func close() {
        end()
        view.subscription.cancel()
        reports?.cancel()
        if let gone = now({ $0.takeList() }) { loader.letGo(gone) }
    }
}
