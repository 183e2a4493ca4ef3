import HTTP
import SearchSource
import Signals
import Time

/// Gets a source's work done by way of effects.
///
/// Left out: which result is still wanted. Whoever subscribes cancels, and nothing comes after that.
final class Fetcher {
    /// How often a request is repeated by itself.
    static let mostRetries = 2
    /// The longest wait that a server can ask for and that is waited by itself.
    static let longestWait = Duration.seconds(2)
    /// The wait before the first repetition; doubled for the second, and up to half as much more or less.
    static let firstWait = Duration.milliseconds(200)
    /// The largest answer that is read at once, in bytes, by a source that goes through it once: that takes a few milliseconds
    /// at most. A larger one is read away from the loop, so that it holds up nobody else.
    static let largestReadAtOnce = 1 << 16
    /// The most bytes of an answer of which nothing can be too large: it has fewer items than a page may have, and its texts
    /// are short enough also where an address has each of their bytes as `%` and two digits.
    static let largestWithinBounds = 10_000

    let timeline: Timeline
    let budgets: Budgets
    let servers: Servers
    let emit: (Effect) -> Void
    /// Whether a person waits for what is fetched: what takes long is shown without what is late then.
    let waits: Bool
    private var random: SplitMix64
    private var lastID = 0
    private var running: [FetchID: (FetchResult) -> Void] = [:]
    private var waiting: [FetchID: () -> Void] = [:]
    private var isDraining = false

    init(timeline: Timeline, seed: UInt64, waits: Bool = true, emit: @escaping (Effect) -> Void) {
        self.timeline = timeline
        self.random = SplitMix64(state: seed)
        self.emit = emit
        self.waits = waits
        budgets = Budgets(timeline: timeline)
        servers = Servers(timeline: timeline)
    }

    /// What `work` comes to: the parts of its answer, or a failure. What it does not wait for is kept by `latecomers`.
    func fetch<Answer: Answerable>(
        _ work: Work<Answer>, for question: Question, from source: any Source, latecomers: Latecomers = Latecomers()
    ) -> Signal<Result<Part<Answer>, SourceError>> {
        Signal { [self] receive in
            let errand = Errand(for: question, from: source, by: self, latecomers: latecomers, receive)
            errand.begin(work)
            return Subscription { errand.cancel() }
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
            waiting.removeValue(forKey: id)?()
        }
    }

    // MARK: For errands

    /// Has this done; `receive` gets its result, unless it is cancelled.
    func run(_ fetch: Fetch, _ receive: @escaping (FetchResult) -> Void) -> FetchID {
        let id = nextID()
        running[id] = receive
        emit(.startFetch(id, fetch))
        return id
    }

    /// Computes something that no client has asked a source for, away from the loop; `receive` gets it.
    func compute<Value: Sendable>(
        in line: LocalJob.Line, for source: String = "", _ compute: @escaping @Sendable () -> Value,
        _ receive: @escaping (Value) -> Void
    ) {
        let job = LocalJob(source: source, question: nil, line: line) { _ in
            Computed(Work<Value>.known(.success(compute())))
        }
        _ = run(.local(job)) { result in
            guard case .computed(let computed) = result,
                case .known(.success(let value)) = computed.work(for: Value.self)
            else { return }
            receive(value)
        }
    }

    /// Gives up what runs under `id`; answers false if nothing does.
    @discardableResult
    func cancel(_ id: FetchID) -> Bool {
        guard running.removeValue(forKey: id) != nil else { return false }
        emit(.cancelFetch(id))
        return true
    }

    /// Calls `body` after `wait`, or `giveUp` if nothing is to be repeated any more before that.
    func wait(_ wait: Duration, then body: @escaping () -> Void, orGiveUp giveUp: @escaping () -> Void)
        -> Subscription
    {
        let id = nextID()
        let timer = timeline.timer(at: timeline.now.advanced(by: wait)).subscribe { [self] in
            waiting[id] = nil
            body()
        }
        waiting[id] = {
            timer.cancel()
            giveUp()
        }
        return Subscription { [self] in
            waiting[id] = nil
            timer.cancel()
        }
    }

    /// How long to wait before what failed with `error` is repeated; nil if it is not.
    func pause(before error: SourceError, after retries: Int) -> Duration? {
        guard error.isTransient, retries < Self.mostRetries, !isDraining else { return nil }
        if let asked = error.retryAfter { return asked <= Self.longestWait ? asked : nil }
        let wait = Self.firstWait.wholeMilliseconds << retries
        return .milliseconds(wait / 2 + Int(random.next() % UInt64(wait)))
    }

    private func nextID() -> FetchID {
        lastID += 1
        return FetchID(lastID)
    }
}
