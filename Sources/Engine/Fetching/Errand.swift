import HTTP
import SearchSource
import Signals

/// One question on its way through the work that answers it, each step as often as it takes.
///
///     step ──start──→ running ──answer──→ reading ──more work──→ next step
///       ↑                │ (a large one: away from the loop) └──known──→ handed over
///       └──time── waiting ←──failed in passing, tries left──┘
///                    └──draining──→ handed over
///     cancelled, anywhere: gone
///
/// Secrets of any step are cut out of whatever comes behind it.
final class Errand<Answer: Answerable> {
    /// One request or computation, and how to read what comes of it.
    private struct Step {
        var fetch: Fetch
        var account: Budgets.Account?
        var read: @Sendable (FetchResult) -> Work<Answer>
    }

    private let question: Question
    private let source: any Source
    private let fetcher: Fetcher
    private let receive: (Result<Part<Answer>, SourceError>) -> Void
    private var secrets: [String] = []
    private var retries = 0
    private var isCancelled = false
    /// What runs now: it gives it up.
    private var current: Subscription?

    init(
        for question: Question, from source: any Source, by fetcher: Fetcher,
        _ receive: @escaping (Result<Part<Answer>, SourceError>) -> Void
    ) {
        self.question = question
        self.source = source
        self.fetcher = fetcher
        self.receive = receive
    }

    /// Gives everything up; nothing is handed over any more.
    func cancel() {
        isCancelled = true
        current?.cancel()
        current = nil
    }

    /// Does `work`, and whatever it leads to.
    func perform(_ work: Work<Answer>) {
        var work = work
        // One after the other: an answer may have any number of parts.
        while case .parts(let answer, let rest) = work {
            receive(.success(Part(answer, isLast: false)))
            if isCancelled { return }
            work = rest
        }
        switch work {
        case .known(let result): receive(result.map { Part($0) })
        case .http(let request, let then): send(request, then)
        case .local(let then): compute(then)
        case .all(let shares, let combine): share(shares, combine)
        case .parts: break  // They have been handed over.
        }
    }

    // MARK: One step

    private func send(_ request: HTTPRequest, _ then: @escaping @Sendable (HTTPResponse) -> Work<Answer>) {
        secrets += request.secrets
        start(
            Step(
                fetch: .http(request, concurrency: source.info.concurrency),
                account: fetcher.budgets.account(of: source)
            ) { result in
                switch result {
                case .response(let response): then(response)
                case .failed(let error): .known(.failure(SourceError(error)))
                case .computed: .known(.failure(SourceError(.internal, "an HTTP request ended with a computation")))
                }
            })
    }

    private func compute(_ then: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Work<Answer>) {
        start(Step(fetch: .local(job(isReading: false, then)), account: nil, read: Self.work))
    }

    private func job(
        isReading: Bool, _ compute: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Work<Answer>
    ) -> LocalJob {
        LocalJob(source: source.info.name, question: question, isReading: isReading) { Computed(compute($0)) }
    }

    private static func work(in result: FetchResult) -> Work<Answer> {
        if case .computed(let computed) = result, let work = computed.work(for: Answer.self) { return work }
        return .known(.failure(SourceError(.internal, "a local computation ended with something else")))
    }

    private func start(_ step: Step) {
        current = nil
        if let spent = step.account?.spend() {
            receive(.failure(spent))
            return
        }
        run(step.fetch, settling: step.account) { [self] result in
            step.account?.settle(result)
            read(result, of: step)
        }
    }

    private func run(
        _ fetch: Fetch, settling account: Budgets.Account? = nil, _ body: @escaping (FetchResult) -> Void
    ) {
        let id = fetcher.run(fetch, body)
        current = Subscription { [fetcher] in
            if fetcher.cancel(id) { account?.settle(nil) }
        }
    }

    /// Reads a result, here or, if it is large, away from the loop; what comes of that is bounded there, too.
    private func read(_ result: FetchResult, of step: Step) {
        let (read, secrets) = (step.read, secrets)
        guard case .response(let response) = result, response.body.count > Fetcher.largestReadAtOnce else {
            finished(read(result).withholding(secrets), of: step)
            return
        }
        run(.local(job(isReading: true) { _ in read(result).withholding(secrets).bounded() })) { [self] result in
            finished(Self.work(in: result), of: step)
        }
    }

    private func finished(_ work: Work<Answer>, of step: Step) {
        current = nil
        guard case .known(.failure(let error)) = work, let pause = fetcher.pause(before: error, after: retries) else {
            retries = 0
            perform(work)
            return
        }
        retries += 1
        fetcher.emit(.log(.info, "\(error.message); trying again in \(pause) ms"))
        current = fetcher.wait(
            pause,
            then: { [self] in start(step) },
            orGiveUp: { [self] in
                current = nil
                receive(.failure(error))
            })
    }

    // MARK: Several at once

    private func share(
        _ shares: [Share<Answer>], _ combine: @escaping @Sendable ([Result<Answer, SourceError>]) -> Work<Answer>
    ) {
        let outcomes = Outcomes<Answer>(count: shares.count)
        var all: [Subscription] = []
        current = Subscription { for share in all { share.cancel() } }
        for (index, share) in shares.enumerated() {
            let errand = Errand(for: question, from: share.source, by: fetcher) { [self] result in
                guard outcomes.take(result, of: index), let whole = outcomes.whole else { return }
                current = nil
                perform(combine(whole))
            }
            all.append(Subscription { errand.cancel() })
            errand.perform(share.work)
        }
        if shares.isEmpty { perform(combine([])) }
    }
}

/// What several works that are done at once have come to so far.
private final class Outcomes<Answer: Answerable> {
    private var parts: [Answer?]
    private var results: [Result<Answer, SourceError>?]

    init(count: Int) {
        parts = Array(repeating: nil, count: count)
        results = Array(repeating: nil, count: count)
    }

    /// Notes what has come of the work at `index`; answers whether that has ended.
    func take(_ result: Result<Part<Answer>, SourceError>, of index: Int) -> Bool {
        switch result {
        case .failure(let error): results[index] = .failure(error)
        case .success(let part):
            let whole = parts[index]?.followed(by: part.answer) ?? part.answer
            parts[index] = whole
            if part.isLast { results[index] = .success(whole) }
        }
        return results[index] != nil
    }

    /// All results, once all are there.
    var whole: [Result<Answer, SourceError>]? {
        let ended = results.compactMap(\.self)
        return ended.count == results.count ? ended : nil
    }
}

extension Work where Answer: Answerable {
    /// The same with as much as anybody can use, in whatever of it is known.
    fileprivate func bounded() -> Work {
        switch self {
        case .known(let result): return .known(result.flatMap { $0.bounded() })
        case .parts(let answer, let rest):
            switch answer.bounded() {
            case .success(let answer): return .parts(answer, rest: rest.bounded())
            case .failure(let error): return .known(.failure(error))
            }
        case .http, .local, .all: return self
        }
    }

    /// The same without `secrets`, in whatever of it is known.
    fileprivate func withholding(_ secrets: [String]) -> Work {
        guard !secrets.isEmpty else { return self }
        switch self {
        case .known(let result): return .known(result.withholding(secrets))
        case .parts(let answer, let rest): return .parts(answer.withholding(secrets), rest: rest.withholding(secrets))
        case .http, .local, .all: return self
        }
    }
}
