import CCurl
import HTTP
import Time

/// Sends HTTP requests with libcurl, on the thread that calls it, without ever waiting.
///
///     send ──slot free──→ running ──libcurl: ended──→ completed ──takeCompleted──→ gone
///       └──→ waiting ──slot free──↗ │ cancel: gone at once, and the connection with it
///             └── cancel, deadline ─┘
///
/// A request that is cancelled while the name of its server is looked up runs on until that is done, and is not sent:
/// look-ups cannot be ended, and those that nobody counts would become ever more.
///
/// Whoever has the loop asks for `sockets` and `deadline`, polls, and reports what it saw with `act`. A slot is one of
/// the few requests that may run at once to one host, and of those that may run at all: libcurl's own limit on
/// connections to a host adds tens of milliseconds.
public final class CurlTransport {
    private let configuration: Configuration
    private let wallClock: () -> Int

    private var multi: OpaquePointer?
    private var idle: [Transfer] = []
    private var running: [Int: Transfer] = [:]
    /// How many of those that run nobody waits for.
    private var abandoned = 0
    private var runningByOrigin: [String: Int] = [:]
    private var waiting = WaitingQueue<PendingRequest>()
    // Looked at in each turn of the loop. It is read or written at once, and nobody is called meanwhile: no two accesses
    // overlap.
    @exclusivity(unchecked) private var completed: [(id: Int, result: Result<HTTPResponse, TransportError>)] = []
    private var watched: [Int32: Int32] = [:]
    private var curlDeadline: Instant?
    private var now = Instant()

    /// A transport. libcurl is loaded with the first request.
    ///
    /// - Parameters:
    ///   - wallClock: Answers the seconds since 1970-01-01 UTC.
    public init(_ configuration: Configuration, wallClock: @escaping () -> Int) {
        self.configuration = configuration
        self.wallClock = wallClock
    }

    deinit {
        guard let multi else { return }
        // What libcurl would tell, there is nobody to hear.
        ccurl_multi_silence(multi)
        for transfer in running.values { _ = ccurl_multi_remove(multi, transfer.easy) }
        ccurl_multi_cleanup(multi)
    }

    /// Sends `request`, now or when its turn comes.
    ///
    /// - Parameters:
    ///   - id: A number that no other request has.
    ///   - concurrency: How many requests to its host may run at once.
    ///   - now: The present, by the same clock in all calls.
    public func send(_ request: HTTPRequest, id: Int, concurrency: Int, now: Instant) {
        self.now = now
        guard load() else {
            completed.append((id, .failure(TransportError(.unavailable, Self.loadError))))
            return
        }
        let pending = PendingRequest(
            id: id, request: request,
            lane: PendingRequest.Lane(origin: request.origin, concurrency: concurrency),
            deadline: now.advanced(by: min(configuration.requestTimeout, request.limits?.whole ?? .day)))
        if waiting.isEmpty, hasSlot(for: pending.lane) {
            start(pending)
        } else {
            waiting.append(pending)
            startWaiting()
        }
    }

    /// Gives up a request, whether it runs or waits. Nothing comes of it any more.
    public func cancel(id: Int, now: Instant) {
        self.now = now
        if waiting.remove(id: id) { return }
        if let transfer = running[id] {
            giveUp(id, transfer)
        } else {
            completed.removeAll { $0.id == id }
        }
        startWaiting()
    }

    /// Ends a request that runs; one whose server is still looked up keeps its slot until that is done: the next request
    /// to that server would wait for the same look-up.
    private func giveUp(_ id: Int, _ transfer: Transfer) {
        guard transfer.isLookingUp else { return finish(id) }
        if !transfer.isAbandoned { abandoned += 1 }
        transfer.abandon()
    }

    /// What has ended since this was last asked, in order.
    public func takeCompleted() -> [(id: Int, result: Result<HTTPResponse, TransportError>)] {
        guard !completed.isEmpty else { return [] }
        defer { completed = [] }
        return completed
    }

    /// How often `sockets` has changed.
    public private(set) var socketChanges = 0

    /// The sockets to be watched.
    public var sockets: [Socket] {
        watched.map { descriptor, what in
            Socket(
                descriptor: descriptor, wantsRead: what & Int32(CCURL_POLL_IN) != 0,
                wantsWrite: what & Int32(CCURL_POLL_OUT) != 0)
        }
    }

    /// When `act` must be called even if no socket is ready, or what has ended is to be taken; nil if that is not necessary.
    public var deadline: Instant? {
        guard completed.isEmpty else { return now }
        guard multi != nil else { return nil }
        let expiries = running.values.lazy.compactMap { $0.isAbandoned ? nil : $0.deadline }
        return [curlDeadline, waiting.deadline, expiries.min()].lazy.compactMap(\.self).min()
    }

    /// Goes on with what runs.
    ///
    /// - Parameters:
    ///   - ready: The sockets that are ready, and for what.
    public func act(on ready: [Readiness], now: Instant) {
        self.now = now
        guard multi != nil else { return }
        for socket in ready where watched[socket.descriptor] != nil {
            var events: Int32 = 0
            if socket.canRead { events |= Int32(CCURL_CSELECT_IN) }
            if socket.canWrite { events |= Int32(CCURL_CSELECT_OUT) }
            if socket.hasFailed { events |= Int32(CCURL_CSELECT_ERR) }
            _ = ccurl_multi_act(multi, socket.descriptor, events)
        }
        if let due = curlDeadline, due <= now {
            curlDeadline = nil
            _ = ccurl_multi_act(multi, CCURL_SOCKET_TIMEOUT, 0)
        }
        collect()
        endOverdue()
        startWaiting()
    }

    /// Ends what has taken too long. It is not libcurl that does: it would look at the clock before it looks at what has
    /// come, and a process that was stopped for a while would find no answer.
    private func endOverdue() {
        let overdue = running.filter { _, transfer in
            guard !transfer.isAbandoned, let deadline = transfer.deadline else { return false }
            return deadline <= now && !transfer.hasLastLook()
        }
        for (id, transfer) in overdue.sorted(by: { $0.key < $1.key }) {
            completed.append((id, .failure(transfer.timedOut)))
            giveUp(id, transfer)
        }
    }

    // MARK: libcurl

    private func load() -> Bool {
        if multi != nil { return true }
        guard ccurl_load() == 1 else { return false }
        let this = Unmanaged.passUnretained(self).toOpaque()
        multi = ccurl_multi_init(
            { _, socket, what, context, _ in
                CurlTransport.at(context).watch(socket, what)
                return 0
            },
            { _, milliseconds, context in
                CurlTransport.at(context).setTimer(milliseconds)
                return 0
            }, this)
        return multi != nil
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransport {
        // libcurl hands back what `load` gave it.
        Unmanaged<CurlTransport>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func watch(_ socket: Int32, _ what: Int32) {
        watched[socket] = what == Int32(CCURL_POLL_REMOVE) ? nil : what
        socketChanges += 1
    }

    private func setTimer(_ milliseconds: Int) {
        curlDeadline = milliseconds < 0 ? nil : now.advanced(by: .milliseconds(milliseconds))
    }

    /// Takes note of what libcurl has ended.
    private func collect() {
        var code: Int32 = 0
        var context: UnsafeMutableRawPointer?
        while ccurl_multi_ended(multi, &code, &context) != nil {
            let transfer = Transfer.at(context)
            guard let id = transfer.running?.id else { continue }
            if !transfer.isAbandoned, transfer.wasNotAsked(code), let pending = transfer.running {
                _ = ccurl_multi_remove(multi, transfer.easy)
                transfer.end()
                transfer.start(pending, isAnew: true)
                _ = ccurl_multi_add(multi, transfer.easy)
                continue
            }
            if transfer.isAbandoned {
                abandoned -= 1
            } else {
                completed.append((id, transfer.result(code, at: wallClock())))
            }
            finish(id)
        }
    }

    /// Takes a request away from libcurl, and frees its slot.
    private func finish(_ id: Int) {
        guard let transfer = running.removeValue(forKey: id) else { return }
        if let origin = transfer.running?.request.origin {
            let others = (runningByOrigin[origin] ?? 1) - 1
            runningByOrigin[origin] = others > 0 ? others : nil
        }
        _ = ccurl_multi_remove(multi, transfer.easy)
        transfer.end()
        idle.append(transfer)
    }

    private func hasSlot(for lane: PendingRequest.Lane) -> Bool {
        running.count - abandoned < configuration.requests && (runningByOrigin[lane.origin] ?? 0) < lane.concurrency
    }

    /// Starts whatever waits and may run; what has waited too long has timed out.
    private func startWaiting() {
        while let late = waiting.takeExpired(at: now) {
            let origin = late.request.origin
            let limit = min(configuration.requestTimeout, late.request.limits?.whole ?? .day).wholeMilliseconds
            let message = "\(origin): no turn within \(limit) ms, so many requests are before it"
            completed.append((late.id, .failure(TransportError(.timedOut, message))))
        }
        while !waiting.isEmpty, let next = waiting.takeFirst(where: hasSlot(for:)) { start(next) }
    }

    private func start(_ pending: PendingRequest) {
        guard let transfer = idle.popLast() ?? Transfer(configuration) else {
            completed.append((pending.id, .failure(TransportError(.exhausted, "libcurl is out of memory"))))
            return
        }
        running[pending.id] = transfer
        runningByOrigin[pending.lane.origin, default: 0] += 1
        var pending = pending
        pending.firstByteDeadline = (pending.request.limits?.firstByte).map(now.advanced(by:))
        transfer.start(pending)
        _ = ccurl_multi_add(multi, transfer.easy)
    }
}
