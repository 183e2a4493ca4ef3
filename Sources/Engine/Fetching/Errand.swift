import HTTP
import SearchSource
import Signals
import Time

/// One question on its way through the work that answers it; each step is retried if need be.
///
///     step ──start──→ running ──answer──→ reading ──more work──→ next step
///       ↑                │ (a large one: away from the loop) └──known──→ adapted ──→ handed over
///       └──time── waiting ←──transient failure, tries left──┘
///                    └──draining──→ handed over
///     cancelled, anywhere: gone
///
/// The secrets of a step are cut out of everything that comes after it.
final class Errand<Answer: Answerable> {
    /// A request or a computation that has ended: what it was, and how to read its result.
    private struct Step {
        /// What is repeated if need be.
        enum Asked {
            case fetch(Fetch)
            case anyOf([HTTPRequest], @Sendable (_ place: Int, HTTPResponse) -> Work<Answer>)
        }

        var asked: Asked
        var account: Budgets.Account?
        var read: @Sendable (FetchResult) -> Work<Answer>
    }

    private let question: Question
    private let source: any Source
    private let fetcher: Fetcher
    private let latecomers: Latecomers
    /// Transforms each part of the answer; nil to hand it over as it is.
    private let adaptation: (@Sendable (Answer) -> Answer)?
    private let receive: (Result<Part<Answer>, SourceError>) -> Void
    private var secrets: [String] = []
    private var retries = 0
    private var isCancelled = false
    /// Cancels what runs now.
    private var current: Subscription?

    init(
        for question: Question, from source: any Source, by fetcher: Fetcher, latecomers: Latecomers = Latecomers(),
        adapt: (@Sendable (Answer) -> Answer)? = nil, _ receive: @escaping (Result<Part<Answer>, SourceError>) -> Void
    ) {
        self.question = question
        self.source = source
        self.fetcher = fetcher
        self.latecomers = latecomers
        adaptation = adapt
        self.receive = receive
    }

    /// Cancels everything; nothing is handed over after that.
    func cancel() {
        isCancelled = true
        current?.cancel()
        current = nil
    }

    /// Begins with `work`. The client is told that a page is loading before any of it is there, so what is there at
    /// once waits for its turn like an answer from elsewhere.
    func begin(_ work: Work<Answer>) {
        // What comes from neither a request nor a computation has not been bounded yet.
        let work = work.bounded()
        guard case .page = question, work.bringsSomethingAtOnce else { return perform(work) }
        current = fetcher.timeline.timer(at: fetcher.timeline.now).subscribe { [self] in
            current = nil
            perform(work)
        }
    }

    /// Does `work`, and whatever it leads to.
    func perform(_ work: Work<Answer>) {
        var work = work
        // In a loop, not recursively: an answer may have any number of parts.
        while case .parts(let answer, let rest) = work {
            receive(.success(Part(answer, isLast: false)))
            if isCancelled { return }
            work = rest
        }
        switch work {
        case .known(let result): receive(result.map { Part($0) })
        case .http(let request, let then): send(request, then)
        case .anyOf(let requests, let then): ask(anyOf: requests, then)
        case .local(let then): compute(then)
        case .child(let call, let then): ask(call, then)
        case .all(let shares, let patience, let combine): share(shares, patience, combine)
        case .parts: break  // They have been handed over.
        }
    }

    // MARK: One step

    private func send(_ request: HTTPRequest, _ then: @escaping @Sendable (HTTPResponse) -> Work<Answer>) {
        note(request.secrets)
        let fetch = Fetch.http(request, concurrency: source.info.concurrency)
        start(fetch, account: fetcher.budgets.account(of: source)) { result in Self.work(in: result, then) }
    }

    /// Returns the work that an HTTP request has led to.
    private static func work(in result: FetchResult, _ then: (HTTPResponse) -> Work<Answer>) -> Work<Answer> {
        switch result {
        case .response(let response): then(response)
        case .failed(let error): .known(.failure(SourceError(error)))
        case .computed, .rows: .known(.failure(SourceError(.internal, "an HTTP request ended with something else")))
        }
    }

    private func compute(_ then: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Work<Answer>) {
        start(.local(job(in: .source(ExactText(source.info.name)), then)), read: Self.work)
    }

    private func job(
        in line: LocalJob.Line, _ compute: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Work<Answer>
    ) -> LocalJob {
        LocalJob(source: source.info.name, question: question, line: line) { Computed(compute($0).bounded()) }
    }

    private static func work(in result: FetchResult) -> Work<Answer> {
        if case .computed(let computed) = result, let work = computed.work(for: Answer.self) { return work }
        return .known(.failure(SourceError(.internal, "a local computation ended with something else")))
    }

    private func ask(_ call: ChildCall, _ then: @escaping @Sendable (ChildRows) -> Work<Answer>) {
        start(.child(call)) { result in
            guard case .rows(let rows) = result else {
                return .known(.failure(SourceError(.internal, "a call to a program ended with something else")))
            }
            return then(rows).bounded()
        }
    }

    /// Starts a step, or starts it again because of `error`.
    private func start(
        _ fetch: Fetch, account: Budgets.Account? = nil, because error: SourceError? = nil,
        read: @escaping @Sendable (FetchResult) -> Work<Answer>
    ) {
        current = nil
        if let spent = account?.spend() { return receive(.failure(error ?? spent)) }
        run(fetch, settling: account) { [self] result in
            account?.settle(result)
            self.read(result, of: Step(asked: .fetch(fetch), account: account, read: read))
        }
    }

    /// Does a step again because of `error`, which is handed over if that is not allowed any more.
    private func restart(_ step: Step, because error: SourceError) {
        switch step.asked {
        case .fetch(let fetch): start(fetch, account: step.account, because: error, read: step.read)
        case .anyOf(let requests, let then): ask(anyOf: requests, because: error, then)
        }
    }

    /// Notes secrets that are to be cut out of everything from now on.
    private func note(_ more: [String]) {
        secrets += more.filter { secret in !secrets.contains { $0.hasSameBytes(as: secret) } }
    }

    private func run(
        _ fetch: Fetch, settling account: Budgets.Account? = nil, _ body: @escaping (FetchResult) -> Void
    ) {
        let id = fetcher.run(fetch, body)
        current = Subscription { [fetcher] in
            if fetcher.cancel(id) { account?.settle(nil) }
        }
    }

    /// Reads a result here or, if there is much to read, off the loop; the outcome is then bounded there, too.
    private func read(_ result: FetchResult, of step: Step) {
        let (read, secrets) = (step.read, secrets)
        guard case .response(let response) = result else {
            finished(read(result).withholding(secrets), of: step)
            return
        }
        guard response.size > Fetcher.largestReadAtOnce / source.info.readings else {
            let work = read(result).withholding(secrets)
            finished(response.size > Fetcher.largestWithinBounds ? work.bounded() : work, of: step)
            return
        }
        run(.local(job(in: .reading) { _ in read(result).withholding(secrets) })) { [self] result in
            finished(Self.work(in: result), of: step)
        }
    }

    private func finished(_ work: Work<Answer>, of step: Step) {
        current = nil
        guard case .known(.failure(let error)) = work, question.isRepeatable,
            let pause = fetcher.pause(before: error, after: retries, at: step.account)
        else {
            retries = 0
            adapt(work)
            return
        }
        retries += 1
        fetcher.emit(.log(.info, "\(error.message); trying again in \(pause.wholeMilliseconds) ms"))
        current = fetcher.wait(
            pause,
            then: { [self] in
                current = nil
                restart(step, because: error)
            },
            orGiveUp: { [self] in
                current = nil
                receive(.failure(error))
            })
    }

    /// Adapts what is known of `work`, here or, if that is long, off the loop; then does the work.
    func adapt(_ work: Work<Answer>) {
        guard let adaptation else { return perform(work) }
        guard work.isLong else { return perform(work.adapted(adaptation)) }
        let job = LocalJob(source: source.info.name, question: nil, line: .adapting) { _ in
            Computed(work.adapted(adaptation))
        }
        run(.local(job)) { [self] result in
            current = nil
            perform(Self.work(in: result))
        }
    }

    // MARK: One of several servers

    /// Asks one of these servers, or asks again because of `error`.
    private func ask(
        anyOf requests: [HTTPRequest], because error: SourceError? = nil,
        _ then: @escaping @Sendable (_ place: Int, HTTPResponse) -> Work<Answer>
    ) {
        let order = fetcher.servers.order(of: requests).prefix(question.isRepeatable ? requests.count : 1)
        let deadline = fetcher.timeline.now.advanced(by: Servers.whole)
        ask(requests, in: order, until: deadline, orElse: { [self] in receive(.failure(error ?? $0)) }, then)
    }

    /// Sends the first of `requests` in this order; if its server fails, sends the next one. Calls `giveUp` if the budget
    /// is spent.
    private func ask(
        _ requests: [HTTPRequest], in order: ArraySlice<Int>, until deadline: Instant,
        orElse giveUp: (SourceError) -> Void,
        _ then: @escaping @Sendable (_ place: Int, HTTPResponse) -> Work<Answer>
    ) {
        guard let place = order.first else {
            return receive(.failure(SourceError(.config, "\(source.info.title) has no server that can be queried")))
        }
        let account = fetcher.budgets.account(of: source)
        if let spent = account.spend() { return giveUp(spent) }
        var request = requests[place]
        note(request.secrets)
        request.limits = HTTPRequest.Limits(
            connecting: Servers.connecting, firstByte: Servers.firstByte,
            whole: fetcher.timeline.now.duration(to: deadline))
        run(.http(request, concurrency: source.info.concurrency), settling: account) { [self] result in
            account.settle(result)
            let (hasFailed, others) = (Servers.hasFailed(result), order.dropFirst())
            fetcher.servers.note(request, hasFailed: hasFailed)
            let step = Step(asked: .anyOf(requests, then), account: account) { result in
                let work = Self.work(in: result) { then(place, $0) }
                return hasFailed ? work.withoutRepetition : work
            }
            guard hasFailed, let next = others.first, let wait = fetcher.wait(for: account),
                fetcher.timeline.now.advanced(by: wait) < deadline
            else { return read(result, of: step) }
            fetcher.emit(.log(.info, "\(request.origin) has failed; asking \(requests[next].origin)"))
            let askNext = { [self] in
                ask(requests, in: others, until: deadline, orElse: { _ in read(result, of: step) }, then)
            }
            guard wait > .zero else { return askNext() }
            current = fetcher.wait(wait, then: askNext, orGiveUp: { [self] in read(result, of: step) })
        }
    }

    // MARK: Several at once

    private func share(
        _ shares: [Share<Answer>], _ patience: Patience?,
        _ combine: @escaping @Sendable ([ShareOutcome<Answer>]) -> Work<Answer>
    ) {
        let sharing = Sharing(
            shares, patience: patience, for: question, by: fetcher, latecomers: latecomers,
            tell: { [self] in receive(.success(Part(adaptation?($0) ?? $0, isLast: false))) },
            end: { [self] outcomes in
                current = nil
                adapt(combine(outcomes))
            })
        current = Subscription { sharing.cancel() }
        sharing.begin()
    }
}

extension Question {
    /// Whether it may be retried automatically: an action may have been performed although it failed.
    var isRepeatable: Bool {
        switch self {
        case .page, .detail: true
        case .perform: false
        }
    }
}
