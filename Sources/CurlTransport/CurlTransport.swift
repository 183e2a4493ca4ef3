import CCurl
import HTTP
import Time

/// Sends HTTP requests with libcurl, on the thread that calls it, without ever blocking.
///
///     send ──slot free──→ running ──libcurl: ended──→ completed ──takeCompleted──→ gone
///       └──→ waiting ──slot free──↗ │ cancel: gone at once, and the connection with it
///             └── cancel, deadline ─┘
///
/// A request that is cancelled during the lookup of its server's name keeps running until the lookup is done, and is
/// not sent. Lookups cannot be cancelled, and would pile up if they were not counted.
///
/// The loop gets `sockets` and `deadline`, polls, and reports what it saw with `act`. A slot is needed for each running
/// request; slots are limited both per host and overall. libcurl's own limit on connections to a host would add tens of
/// milliseconds.
public final class CurlTransport {
    private let configuration: Configuration
    private let wallClock: () -> Int

    private var multi: OpaquePointer?
    private var idle: [Transfer] = []
    private var running: [Int: Transfer] = [:]
    /// How many of the running requests nobody waits for.
    private var abandoned = 0
    private var runningByOrigin: [String: Int] = [:]
    private var waiting = WaitingQueue<PendingRequest>()
    // Read in each turn of the loop. No two accesses overlap: each is short, and nothing else is called during it.
    @exclusivity(unchecked) private var completed: [(id: Int, result: Result<HTTPResponse, TransportError>)] = []
    private var watched: [Int32: Int32] = [:]
    private var curlDeadline: Instant?
    private var now = Instant()

    /// A transport. libcurl is loaded with the first request.
    ///
    /// - Parameters:
    ///   - wallClock: Returns the seconds since 1970-01-01 UTC.
    public init(_ configuration: Configuration, wallClock: @escaping () -> Int) {
        self.configuration = configuration
        self.wallClock = wallClock
    }

    deinit {
        guard let multi else { return }
        // There is nobody left for libcurl to call back.
        ccurl_multi_silence(multi)
        for transfer in running.values { _ = ccurl_multi_remove(multi, transfer.easy) }
        ccurl_multi_cleanup(multi)
    }

    /// Sends `request`, now or when its turn comes.
    ///
    /// - Parameters:
    ///   - id: A number that no other request has.
    ///   - concurrency: How many requests to its host may run at once.
    ///   - now: The current time, by the same clock in all calls.
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
            waiting.add(pending)
            startWaiting()
        }
    }

    /// Cancels a request, whether it runs, waits, or has ended. No result is reported for it.
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

    /// Ends a running request. During the lookup of its server, it keeps its host's slot until that is done: the next
    /// request to that server would wait for the same lookup.
    private func giveUp(_ id: Int, _ transfer: Transfer) {
        guard transfer.isLookingUp else { return finish(id) }
        if !transfer.isAbandoned { abandoned += 1 }
        transfer.abandon()
    }

    /// Takes the results of the requests that have ended since this was last called, in order.
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

    /// When to call `act` even if no socket is ready, or to take what has ended; nil if neither is necessary.
    public var deadline: Instant? {
        guard completed.isEmpty else { return now }
        guard multi != nil else { return nil }
        let expiries = running.values.lazy.compactMap { $0.isAbandoned ? nil : $0.deadline }
        return [curlDeadline, waiting.deadline, expiries.min()].lazy.compactMap(\.self).min()
    }

    /// Continues the running requests.
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

    /// Ends requests that have taken too long. libcurl does not do this, because it would check the clock before it
    /// reads what has arrived: a process that was stopped for a while would lose its answers.
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

    /// Handles the transfers that libcurl has ended.
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

    /// Removes a request from libcurl, and frees its slot.
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

    /// Starts the waiting requests that may run. Those that have waited too long time out.
    private func startWaiting() {
        while let late = waiting.takeExpired(at: now) {
            let origin = late.request.origin
            let limit = min(configuration.requestTimeout, late.request.limits?.whole ?? .day).wholeMilliseconds
            let message = "\(origin): the request was not sent within \(limit) ms, because too many others were waiting"
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
