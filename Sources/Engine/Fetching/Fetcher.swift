import HTTP
import SearchSource
import Signals
import Time

/// Gets a source's work done by means of effects.
///
/// It does not decide which result is still wanted: subscribers cancel, and receive nothing after that.
final class Fetcher {
    /// The maximum number of automatic retries of a request.
    static let mostRetries = 2
    /// The longest wait that a server may ask for before an automatic retry; if it asks for more, there is none.
    static let longestWait = Duration.seconds(2)
    /// The wait before the first retry; doubled for the second, and varied at random by up to half.
    static let firstWait = Duration.milliseconds(200)
    /// The largest answer that is read on the loop, in bytes, for a source that goes through it once: that takes at
    /// most a few milliseconds. A larger one is read off the loop, so that it holds up nobody else.
    static let largestReadAtOnce = 1 << 16
    /// The size of an answer, in bytes, up to which nothing in it can be too large: it has fewer items than a page may
    /// have, and its texts are short enough even if every byte of them is percent-encoded in an address.
    static let largestWithinBounds = 10_000

    let timeline: Timeline
    let budgets: Budgets
    let servers: Servers
    let emit: (Effect) -> Void
    /// Whether a person waits for what is fetched. If so, results are shown without those that are late.
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

    /// Returns what `work` comes to: the parts of its answer, or a failure. `latecomers` keeps what it does not wait
    /// for.
    func fetch<Answer: Answerable>(
        _ work: Work<Answer>, for question: Question, from source: any Source, latecomers: Latecomers = Latecomers()
    ) -> Signal<Result<Part<Answer>, SourceError>> {
        Signal { [self] receive in
            let errand = Errand(for: question, from: source, by: self, latecomers: latecomers, receive)
            errand.begin(work)
            return Subscription { errand.cancel() }
        }
    }

    /// Passes a result to the receiver that waits for it, if there is one.
    func finish(_ id: FetchID, _ result: FetchResult) {
        running.removeValue(forKey: id)?(result)
    }

    /// Stops retrying: what waits to be retried fails now.
    func drain() {
        isDraining = true
        for id in waiting.keys.sorted(by: { $0.number < $1.number }) {
            waiting.removeValue(forKey: id)?()
        }
    }

    // MARK: For errands

    /// Starts `fetch`; `receive` gets its result, unless it is cancelled.
    func run(_ fetch: Fetch, _ receive: @escaping (FetchResult) -> Void) -> FetchID {
        let id = nextID()
        running[id] = receive
        emit(.startFetch(id, fetch))
        return id
    }

    /// Computes something that no client has asked a source for, off the loop; `receive` gets the result.
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

    /// Gives up what runs under `id`; returns false if nothing does.
    @discardableResult
    func cancel(_ id: FetchID) -> Bool {
        guard running.removeValue(forKey: id) != nil else { return false }
        emit(.cancelFetch(id))
        return true
    }

    /// Calls `body` after `wait`, or `giveUp` if retrying stops before that.
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

    /// Returns how long to wait before retrying what failed with `error`, at the expense of `account`; nil if it is not
    /// to be retried.
    func pause(before error: SourceError, after retries: Int, at account: Budgets.Account?) -> Duration? {
        guard error.isTransient, retries < Self.mostRetries, !isDraining, let least = wait(for: account) else {
            return nil
        }
        if let asked = error.retryAfter { return asked <= Self.longestWait ? max(asked, least) : nil }
        let wait = Self.firstWait.wholeMilliseconds << retries
        return max(.milliseconds(wait / 2 + Int(random.next() % UInt64(wait))), least)
    }

    /// Returns how long to wait until `account` allows another request; nil if that is not worth waiting for.
    func wait(for account: Budgets.Account?) -> Duration? {
        guard let wait = account?.wait, wait > .zero else { return .zero }
        return wait <= Self.longestWait && !isDraining ? wait : nil
    }

    private func nextID() -> FetchID {
        lastID += 1
        return FetchID(lastID)
    }
}
