import Bytes
import JSON
import JSONRPC
import SearchSource
import Time

/// What a long-running program is asked, when, and with what result: the rules, without the program.
///
///     absent ──a request──→ starting ──→ greeting ──welcome──→ ready: requests wait until a place is free
///       ↑                      └─ ─ ─ ─ ─ ┴──it ends, it is idle, it misspeaks, it does not give up───────┘
///       └────────────────────────────────────────────────────────────────────────────────────────────────┘
///
/// A request that nobody wants any more keeps its place until it is answered; the answer is ignored. If that keeps
/// others from being sent, the program is ended after half a second, and its other requests are sent once more.
///
/// What a request is for, and how its answer is read, is not decided here.
struct Conversation {
    /// Identifies a request.
    typealias Key = ObjectIdentifier

    /// Something to be done with the program.
    enum Act: Equatable {
        /// Start it, then call `started` or `couldNotStart`.
        case start
        /// Send it this message.
        case send([UInt8])
        /// Let it end: nothing more is sent.
        case close
        /// End it.
        case kill
        /// Log this for the person who runs the engine. The words follow the name of the program.
        case say(String)
    }

    /// News about a request.
    enum News: Equatable {
        /// A part of the answer, as it was written.
        case part([UInt8])
        /// The request is sent once more: its answer begins anew.
        case again
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

    /// Takes what is to be done next.
    mutating func takeAct() -> Act? { acts.popFirst() }

    /// Takes the news about requests since this was last called.
    mutating func takeNews() -> [(key: Key, news: News)] {
        defer { news = [] }
        return news
    }

    /// Whether there is a program to listen to.
    var isOpen: Bool {
        switch phase {
        case .absent, .starting: false
        case .greeting, .ready: true
        }
    }

    // MARK: From the caller

    /// Makes a request.
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

    /// Called when it has been started.
    mutating func started(now: Instant) {
        book.begin()
        phase = .greeting(id: send("initialize", params: greeting), since: now)
    }

    /// Called when it could not be started, for the reason in `end`.
    mutating func couldNotStart(_ end: ChildRows.End) {
        phase = .absent
        tellWaiting(end)
    }

    /// Called when it has ended by itself.
    mutating func ended(_ end: ChildRows.End, now: Instant) {
        isOver(end, now: now)
    }

    /// Called when it has written a line that is not a message.
    mutating func misspoke(_ fault: PeerMessage.Fault, now: Instant) {
        isOver(.misspoke(fault.message), now: now)
    }

    /// Called when it has written a message.
    mutating func take(_ message: PeerMessage, now: Instant) {
        do throws(PeerMessage.Fault) {
            switch message {
            case .result(let id, let json): try answered(id, .success(json), now: now)
            case .failure(let id, let code, let message, let data):
                try answered(id, .failure(ProviderError(code: code, message: message, data: data)), now: now)
            case .notification("$/items", let params): try came(ItemsNotification(params))
            case .notification: break  // From a later version of the protocol.
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

    /// When to continue even if nothing happens.
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

    /// Since when a request that nobody wants has kept others from being sent; nil if none does.
    private var stuckSince: Instant? {
        guard case .ready(let places) = phase, book.isWaiting, book.unanswered >= places else { return nil }
        // An action is not interrupted: nobody could tell how far it got.
        return book.isPerforming ? nil : book.firstGivenUpAt
    }

    /// Ends the program although others wait for its answers; their requests are sent once more.
    private mutating func restart() {
        acts.append(.say("did not answer a cancelled request; it is restarted"))
        acts.append(.kill)
        phase = .absent
        var again: [RequestBook.Request] = []
        for var request in book.takeWanted() {
            if request.isRepeated {
                tell(request.key, .over(.killed(signal: 15)))
            } else {
                request.isRepeated = true
                again.append(request)
                tell(request.key, .again)
            }
        }
        book.addFirst(again)
    }

    /// Ends the program when it has been idle for long enough.
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

    /// Handles that the program is gone, or has to go. Requests that were sent have failed. Those that wait are for the
    /// next process, if this one had become ready and another one may be started; otherwise they fail unsent.
    private mutating func isOver(_ end: ChildRows.End, now: Instant) {
        let wasReady = if case .ready = phase { true } else { false }
        if case .misspoke(let words) = end { acts.append(.say(words)) }
        acts.append(.kill)
        phase = .absent
        for request in book.takeWanted() { tell(request.key, .over(end)) }
        backOff.failed(end, at: now)
        if !wasReady {
            tellWaiting(.notSent(after: end))
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
