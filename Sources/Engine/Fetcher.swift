import HTTP
import SearchSource
import Signals

/// Gets a source's work done by way of effects, and repeats what failed in passing.
///
/// Left out: which result is still wanted. Whoever subscribes cancels, and nothing comes after that.
final class Fetcher {
    /// How often a request is repeated by itself.
    static let mostRetries = 2
    /// The longest wait that a server can ask for and that is waited by itself.
    static let longestWait: Milliseconds = 2000
    /// The wait before the first repetition; doubled for the second, and up to half as much more or less.
    static let firstWait: Milliseconds = 200

    fileprivate let timeline: Timeline
    fileprivate let emit: (Effect) -> Void
    private var random: SplitMix64
    private var lastID = 0
    private var running: [FetchID: (FetchResult) -> Void] = [:]
    private var waiting: [FetchID: () -> Void] = [:]
    private var isDraining = false
    private let budgets: Budgets

    init(timeline: Timeline, seed: UInt64, emit: @escaping (Effect) -> Void) {
        self.timeline = timeline
        self.random = SplitMix64(state: seed)
        self.emit = emit
        budgets = Budgets(timeline: timeline)
    }

    /// The result of `work`, once.
    func fetch<Value: Answer>(
        _ work: Work<Value>, for question: Question, from source: any Source
    ) -> Signal<Result<Value, SourceError>> {
        switch work {
        case .known(let result):
            return .just(result)
        case .local(let compute):
            let job = LocalJob(source: source.info.name, question: question) { Value.computed(compute($0)) }
            return repeating(.local(job)) { result in
                if case .computed(let computed) = result, let result = Value.result(of: computed) { return result }
                return .failure(SourceError(.internal, "a local computation ended with something else: \(result)"))
            }
        case .http(let request, let read):
            let account = budgets.account(of: source)
            return repeating(.http(request, concurrency: source.info.pacing.concurrency), account) { result in
                let answer: Result<Value, SourceError> =
                    switch result {
                    case .response(let response): read(response)
                    case .failed(let error): .failure(SourceError(error))
                    case .computed: .failure(SourceError(.internal, "an HTTP request ended with a computation"))
                    }
                return answer.withholding(request.secrets)
            }
        }
    }

    private func repeating<Value>(
        _ fetch: Fetch, _ account: Budgets.Account? = nil, read: @escaping (FetchResult) -> Result<Value, SourceError>
    ) -> Signal<Result<Value, SourceError>> {
        Signal { [self] receive in
            let attempts = Attempts(of: fetch, by: self, account, read: read, receive: receive)
            attempts.start()
            return Subscription { attempts.cancel() }
        }
    }

    /// Hands a result to whoever waits for it.
    func finish(_ id: FetchID, _ result: FetchResult) {
        running.removeValue(forKey: id)?(result)
    }

    /// From now on nothing is repeated; what waits to be, has failed.
    func drain() {
        isDraining = true
        for id in waiting.keys.sorted(by: { $0.number < $1.number }) {
            waiting[id]?()
        }
    }

    fileprivate func run(_ fetch: Fetch, _ receive: @escaping (FetchResult) -> Void) -> FetchID {
        lastID += 1
        let id = FetchID(lastID)
        running[id] = receive
        emit(.startFetch(id, fetch))
        return id
    }

    /// Gives up what `id` does or waits for; answers whether it was running.
    @discardableResult
    fileprivate func cancel(_ id: FetchID) -> Bool {
        waiting[id] = nil
        guard running.removeValue(forKey: id) != nil else { return false }
        emit(.cancelFetch(id))
        return true
    }

    fileprivate func wait(_ id: FetchID, orGiveUp giveUp: @escaping () -> Void) {
        waiting[id] = giveUp
    }

    /// How long to wait before what failed with `error` is repeated; nil if it is not.
    fileprivate func wait(for error: SourceError, after retries: Int) -> Milliseconds? {
        guard error.isTransient, retries < Self.mostRetries, !isDraining else { return nil }
        if let asked = error.retryAfterMs { return asked <= Self.longestWait ? asked : nil }
        let wait = Self.firstWait << retries
        return wait / 2 + Int(random.next() % UInt64(wait))
    }
}

/// One piece of work, as often as it takes.
///
///     running ──finished──→ handed over
///       │ ↑ └──finished, transient, tries left──→ waiting ──draining──→ handed over
///       │ └───────────────────time───────────────────┘ │
///       └──────────────────cancelled───────────────────┴──→ gone
private final class Attempts<Value> {
    private let fetch: Fetch
    private let fetcher: Fetcher
    private let account: Budgets.Account?
    private let read: (FetchResult) -> Result<Value, SourceError>
    private let receive: (Result<Value, SourceError>) -> Void
    private var id: FetchID?
    private var retries = 0
    private var timer: Subscription?

    init(
        of fetch: Fetch, by fetcher: Fetcher, _ account: Budgets.Account?,
        read: @escaping (FetchResult) -> Result<Value, SourceError>,
        receive: @escaping (Result<Value, SourceError>) -> Void
    ) {
        self.fetch = fetch
        self.fetcher = fetcher
        self.account = account
        self.read = read
        self.receive = receive
    }

    func start() {
        if let spent = account?.spend() {
            end(.failure(spent))
            return
        }
        id = fetcher.run(fetch) { [self] result in
            account?.settle(result)
            finished(read(result))
        }
    }

    func cancel() {
        timer?.cancel()
        if let id, fetcher.cancel(id) { account?.settle(nil) }
        id = nil
    }

    private func finished(_ result: Result<Value, SourceError>) {
        guard case .failure(let error) = result, let wait = fetcher.wait(for: error, after: retries), let id else {
            end(result)
            return
        }
        retries += 1
        fetcher.emit(.log(.info, "\(error.message); trying again in \(wait) ms"))
        fetcher.wait(id) { [self] in end(result) }
        timer = fetcher.timeline.timer(at: fetcher.timeline.now.advanced(by: wait)).subscribe { [self] in
            fetcher.cancel(id)
            start()
        }
    }

    private func end(_ result: Result<Value, SourceError>) {
        cancel()
        receive(result)
    }
}

/// Steele, Lea and Flood's SplitMix64: a few lines, and the same sequence for the same seed everywhere.
struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
