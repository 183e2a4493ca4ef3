import Bytes
import JSON
import JSONRPC
import SearchSource
import Time

/// What a program that stays is asked, when, and what has come of it: the rules, without the program.
///
///     absent ──a request──→ starting ──→ greeting ──welcome──→ ready: requests wait until a place is free
///       ↑                      └─ ─ ─ ─ ─ ┴──it ends, it is idle, it speaks wrongly, it does not give up──┘
///       └────────────────────────────────────────────────────────────────────────────────────────────────┘
///
/// A request that nobody wants any more keeps its place until it is answered: the answer is passed over. If nothing else can
/// be asked for that, the program is ended after half a second, and what was asked beside it is asked once more.
///
/// Left out: what a request is for, and how its answer is read.
struct Conversation {
    /// By what a request is known.
    typealias Key = ObjectIdentifier

    /// What is to be done with the program, in order.
    enum Act: Equatable {
        /// Start it, and say so with `started` or `couldNotStart`.
        case start
        /// Tell it this message.
        case send([UInt8])
        /// Let it end: nothing more is told.
        case close
        /// Have it ended.
        case kill
        /// Tell the person who runs the engine, in words that follow the name of the program.
        case say(String)
    }

    /// What has come of a request.
    enum News: Equatable {
        /// A part of the answer, as it was written.
        case part([UInt8])
        /// Nothing more comes.
        case over(ChildRows.End)
    }

    private enum Phase: Equatable {
        case absent
        case starting
        case greeting(id: Int, since: Instant)
        case ready(places: Int)
    }

    /// How long a request that was given up may keep its place while others wait for one.
    static let grace = Duration.milliseconds(500)

    /// How long a request may take.
    private let timeLimit: Duration
    private let idleLimit: Duration?
    private let greeting: [UInt8]
    private let welcome: @Sendable ([UInt8]) -> Result<Int, Provider.Refusal>

    private var phase = Phase.absent
    private var book = RequestBook()
    private var backOff = StartBackOff()
    private var idleSince: Instant?

    private var acts = Queue<Act>()
    private var news: [(key: Key, news: News)] = []

    /// A conversation that has not begun.
    init(with provider: Provider) {
        timeLimit = provider.command.timeLimit
        idleLimit = provider.idleLimit
        greeting = provider.greeting
        welcome = provider.welcome
    }

    /// What is to be done next.
    mutating func takeAct() -> Act? { acts.popFirst() }

    /// What has come of requests since this was last asked.
    mutating func takeNews() -> [(key: Key, news: News)] {
        defer { news = [] }
        return news
    }

    /// Whether there is a program that is to be heard.
    var isOpen: Bool {
        switch phase {
        case .absent, .starting: false
        case .greeting, .ready: true
        }
    }

    // MARK: From who asks

    /// Asks for something.
    mutating func ask(_ key: Key, _ method: String, params: [UInt8], now: Instant) {
        if phase == .absent, let rest = backOff.rest(at: now) { return tell(key, .over(rest)) }
        book.add(RequestBook.Request(key: key, method: method, params: params))
        goOn(now)
    }

    /// Gives up a request, if it waits for an answer.
    mutating func giveUp(_ key: Key, now: Instant) {
        cancel(key, now: now)
        goOn(now)
    }

    private mutating func cancel(_ key: Key, now: Instant) {
        guard let id = book.giveUp(key, at: now) else { return }
        var writer = JSONWriter()
        writer.notification("$/cancelRequest") { $0.member("id", id) }
        acts.append(.send(writer.bytes))
    }

    // MARK: From the program

    /// It runs.
    mutating func started(now: Instant) {
        book.begin()
        phase = .greeting(id: send("initialize", params: greeting), since: now)
    }

    /// It does not, as this end says.
    mutating func couldNotStart(_ end: ChildRows.End) {
        phase = .absent
        tellWaiting(end)
    }

    /// It has ended by itself.
    mutating func ended(_ end: ChildRows.End, now: Instant) {
        isOver(end, now: now)
    }

    /// It has written a line that is no message.
    mutating func misspoke(_ fault: PeerMessage.Fault, now: Instant) {
        isOver(.misspoke(fault.message), now: now)
    }

    /// It has written a message.
    mutating func take(_ message: PeerMessage, now: Instant) {
        do throws(PeerMessage.Fault) {
            switch message {
            case .result(let id, let json): try answered(id, .success(json), now: now)
            case .failure(let id, let code, let message, let data):
                try answered(id, .failure(ProviderError(code: code, message: message, data: data)), now: now)
            case .notification("$/items", let params): try came(ItemsNotification(params))
            case .notification: break  // One of a later version.
            }
        } catch {
            misspoke(error, now: now)
        }
        goOn(now)
    }

    private mutating func answered(
        _ id: Int, _ answer: Result<[UInt8], ProviderError>, now: Instant
    ) throws(PeerMessage.Fault) {
        if case .greeting(id, _) = phase { return isWelcomed(answer, now: now) }
        let asked = try book.answered(id)
        if asked.request.method == "page" { backOff.reset() }
        guard asked.givenUpAt == nil else { return }
        switch answer {
        case .success(let json):
            tell(asked.request.key, .part(json))
            tell(asked.request.key, .over(.answered))
        case .failure(let error): tell(asked.request.key, .over(.refused(error)))
        }
    }

    private mutating func isWelcomed(_ answer: Result<[UInt8], ProviderError>, now: Instant) {
        switch answer {
        case .success(let json):
            switch welcome(json) {
            case .success(let places): phase = .ready(places: max(1, places))
            case .failure(let refusal): isOver(.misspoke(refusal.message), now: now)
            }
        case .failure(let error): isOver(.refused(error), now: now)
        }
    }

    private mutating func came(_ items: ItemsNotification) throws(PeerMessage.Fault) {
        let asked = try book.partCame(items.id)
        if asked.givenUpAt == nil { tell(asked.request.key, .part(items.items)) }
    }

    // MARK: Going on

    /// When to go on, whatever happens.
    var deadline: Instant? {
        var deadlines: [Instant] = []
        if case .greeting(_, let since) = phase { deadlines.append(since.advanced(by: timeLimit)) }
        if let sentAt = book.firstSentAt { deadlines.append(sentAt.advanced(by: timeLimit)) }
        if let since = stuckSince { deadlines.append(since.advanced(by: Self.grace)) }
        if let idleSince, let idleLimit { deadlines.append(idleSince.advanced(by: idleLimit)) }
        return deadlines.min()
    }

    /// Does what is due.
    mutating func goOn(_ now: Instant) {
        for key in book.overdue(at: now, after: timeLimit) {
            tell(key, .over(.timedOut))
            cancel(key, now: now)
        }
        if case .greeting(_, let since) = phase, since.advanced(by: timeLimit) <= now { isOver(.timedOut, now: now) }
        sendWaiting(now)
        if let since = stuckSince, since.advanced(by: Self.grace) <= now { restart() }
        if phase == .absent, book.isWaiting {
            phase = .starting
            acts.append(.start)
        }
        rest(now)
    }

    private mutating func sendWaiting(_ now: Instant) {
        guard case .ready(let places) = phase else { return }
        while book.unanswered < places, let request = book.takeWaiting() {
            book.sent(request, as: send(request.method, params: request.params), at: now)
        }
    }

    /// Since when nothing can be asked because of a request that nobody wants; nil if something can, or need not.
    private var stuckSince: Instant? {
        guard case .ready(let places) = phase, book.isWaiting, book.unanswered >= places else { return nil }
        // Nobody could tell what has been done.
        return book.isPerforming ? nil : book.firstGivenUpAt
    }

    /// Has the program ended, though others wait for it.
    private mutating func restart() {
        acts.append(.say("did not answer a request that was cancelled; it is started anew"))
        acts.append(.kill)
        phase = .absent
        var again: [RequestBook.Request] = []
        for var request in book.takeWanted() {
            if request.isRepeated {
                tell(request.key, .over(.killed(signal: 15)))
            } else {
                request.isRepeated = true
                again.append(request)
            }
        }
        book.addFirst(again)
    }

    /// Ends it when it has had nothing to do for long enough.
    private mutating func rest(_ now: Instant) {
        guard case .ready = phase, !book.isWanted else {
            idleSince = nil
            return
        }
        let since = idleSince ?? now
        idleSince = since
        guard let idleLimit, since.advanced(by: idleLimit) <= now else { return }
        acts.append(.close)
        phase = .absent
        idleSince = nil
    }

    /// It is gone, or has to go: what was asked has failed. What was not yet goes to the next one, if that may be started.
    private mutating func isOver(_ end: ChildRows.End, now: Instant) {
        let wasReady = if case .ready = phase { true } else { false }
        if case .misspoke(let words) = end { acts.append(.say(words)) }
        acts.append(.kill)
        phase = .absent
        for request in book.takeWanted() { tell(request.key, .over(end)) }
        backOff.failed(end, at: now)
        if !wasReady {
            tellWaiting(end)
        } else if let rest = backOff.rest(at: now) {
            tellWaiting(rest)
        }
    }

    private mutating func tellWaiting(_ end: ChildRows.End) {
        while let request = book.takeWaiting() { tell(request.key, .over(end)) }
    }

    private mutating func tell(_ key: Key, _ news: News) {
        self.news.append((key, news))
    }

    private mutating func send(_ method: String, params: [UInt8]) -> Int {
        let id = book.nextID()
        var writer = JSONWriter()
        writer.request(id, method, params: params)
        acts.append(.send(writer.bytes))
        return id
    }
}
