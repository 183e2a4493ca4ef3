import CurlTransport
import Engine
import Glibc
import HTTP
import JSONRPC
import Signals

/// The engine as a process: messages on standard input and output, HTTP by libcurl, computations on worker threads.
///
/// One thread, one loop, one `poll` over everything that can happen:
///
///     stdin ──────→ StandardInput ─→ messageArrived ─┐                  ┌─→ StandardOutput ─→ stdout
///     sockets ────→ CurlTransport ─→ fetchFinished ──┼─→ SearchEngine ──┼─→ CurlTransport, Workers
///     wake-up pipe → Workers ──────→ fetchFinished ──┤                  ├─→ RecordFile, Log
///     time ────────────────────────→ timePassed ─────┘                  └─→ exit
///
/// Here are the only descriptors, threads, clocks and signals of the product. What to do is decided elsewhere.
public final class StdioHost {
    /// How the process is set up.
    public struct Options {
        /// How messages are told apart; nil to find out from the first byte.
        public var framing: Framing?
        /// How much is logged; nil for nothing.
        public var logLevel: LogLevel? = .warning
        /// Where to record; nil for nowhere.
        public var recordPath: String?
        /// What holds for all HTTP requests.
        public var http: CurlTransport.Configuration

        /// Options for a process whose HTTP requests are made like this.
        public init(http: CurlTransport.Configuration) {
            self.http = http
        }
    }

    private let engine: SearchEngine
    private let transport: CurlTransport
    private let workers: Workers
    private let wakeup: Wakeup
    private var input: StandardInput
    private var output: StandardOutput
    private var log: Log
    private var record: RecordFile?
    private var wake: Instant?
    private var exit: (code: Int32, deadline: Instant)?
    /// Whether messages that have come were left, because the engine wanted no more.
    private var hasUnreadMessages = false
    private var polled: [pollfd] = []

    /// Why the process cannot begin.
    public struct Fault: Error {
        /// What is wrong, in one line.
        public let message: String
    }

    /// A host for an engine with this configuration.
    public init(_ configuration: SearchEngine.Configuration, _ options: Options) throws(Fault) {
        let hasReader = Descriptor.standardOutput.isOpen
        Descriptor.reserveStandardOnes()
        output = StandardOutput(isGone: !hasReader)
        guard let wakeup = Wakeup() else { throw Fault(message: "no descriptors are left: \(errorText)") }
        self.wakeup = wakeup
        var configuration = configuration
        if let path = options.recordPath {
            do {
                record = try RecordFile(path: path)
            } catch {
                throw Fault(message: "cannot record to \(error.message)")
            }
            configuration.isRecording = true
        }
        engine = SearchEngine(configuration, now: Clock.now)
        transport = CurlTransport(options.http, wallClock: { Clock.wallSeconds })
        workers = Workers(wakeup: wakeup)
        input = StandardInput(framing: options.framing)
        log = Log(level: options.logLevel)
    }

    /// Runs until the end, and ends the process.
    public func run() -> Never {
        signal(SIGPIPE, SIG_IGN)
        wakeup.watch([SIGTERM, SIGINT, SIGHUP])
        // The engine may have something to say of its beginning.
        carryOut(engine.takeEffects())
        while true {
            // A request goes out before anything is told of it: the server takes longer than the reader.
            if transport.isDue(Clock.nanoseconds) { takeCompleted(ready: []) }
            send()
            if output.isGone { end(code: 0) }
            if let exit, output.isEmpty || Clock.now >= exit.deadline { end(code: exit.code) }
            flushRecord()
            poll()
            if let signal = takeSignal() { end(by: signal) }
            takeCompleted(ready: readySockets)
            fireTimers(at: Clock.now)
            takeInput()
        }
    }

    // MARK: What has happened

    /// Waits until something happens.
    private func poll() {
        polled.removeAll(keepingCapacity: true)
        watch(wakeup.readEnd, POLLIN)
        // Always watched, for a reader who goes away.
        watch(STDOUT_FILENO, output.isEmpty ? 0 : POLLOUT)
        let readsInput = engine.wantsInput && !input.hasEnded && exit == nil
        watch(readsInput ? STDIN_FILENO : -1, POLLIN)
        for socket in transport.sockets {
            watch(socket.descriptor, (socket.wantsRead ? POLLIN : 0) | (socket.wantsWrite ? POLLOUT : 0))
        }
        guard Glibc.poll(&polled, nfds_t(polled.count), timeout) >= 0 else {
            // A signal: its byte is in the pipe, and nothing else is known.
            for index in polled.indices { polled[index].revents = 0 }
            return
        }
        output.polled(Int32(polled[1].revents))
    }

    private func watch(_ descriptor: Int32, _ events: Int32) {
        polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }

    /// How long to wait at most, in milliseconds; -1 for as long as it takes.
    private var timeout: Int32 {
        if hasUnreadMessages, engine.wantsInput, exit == nil { return 0 }
        let deadlines = [wake, transport.deadline.map { Instant(nanoseconds: $0) }, exit?.deadline]
        guard let next = deadlines.compactMap({ $0 }).min() else { return -1 }
        return Int32(clamping: Clock.now.milliseconds(until: next))
    }

    private func takeSignal() -> Int32? {
        polled[0].revents != 0 ? wakeup.drain() : nil
    }

    private var readySockets: [CurlTransport.Readiness] {
        polled.dropFirst(3).compactMap { socket in
            let events = Int32(socket.revents)
            return events == 0
                ? nil
                : CurlTransport.Readiness(
                    descriptor: socket.fd, canRead: events & (POLLIN | POLLHUP) != 0, canWrite: events & POLLOUT != 0,
                    hasFailed: events & (POLLERR | POLLNVAL) != 0)
        }
    }

    private func takeCompleted(ready: [CurlTransport.Readiness]) {
        transport.act(on: ready, now: Clock.nanoseconds)
        for (id, result) in transport.takeCompleted() {
            switch result {
            case .success(let response): handle(.fetchFinished(FetchID(id), .response(response)))
            case .failure(let error): handle(.fetchFinished(FetchID(id), .failed(error)))
            }
        }
        for (id, computed) in workers.takeFinished() {
            handle(.fetchFinished(id, .computed(computed)))
        }
    }

    private func takeInput() {
        if polled[2].revents != 0 { input.read() }
        hasUnreadMessages = true
        while engine.wantsInput, exit == nil {
            guard let arrival = input.next() else {
                hasUnreadMessages = false
                return
            }
            switch arrival {
            case .frame(.message(let bytes)): handle(.messageArrived(bytes))
            case .frame(.tooLong(let beginning)): handle(.messageTooLong(beginning))
            case .frame(.lost(let reason)): handle(.framingLost(reason))
            case .end: handle(.inputEnded)
            }
        }
    }

    // MARK: What is to be done

    /// Tells the engine what has happened, and renders what comes of it before anything else happens: only what a slow
    /// reader has no room for folds.
    private func handle(_ event: Event) {
        let now = Clock.now
        fireTimers(at: now)
        carryOut(engine.handle(event, at: now))
        pull()
    }

    /// Lets each timer that is due fire, and renders what comes of it.
    private func fireTimers(at now: Instant) {
        while let wake, wake <= now {
            carryOut(engine.handle(.timePassed, at: now))
            pull()
        }
    }

    /// Sends as much as the reader takes.
    private func send() {
        repeat {
            let isAll = pull()
            output.flush()
            if isAll { return }
        } while output.hasRoom
    }

    /// Renders what there is to send, as far as there is room; answers whether that is all there is.
    @discardableResult
    private func pull() -> Bool {
        while output.hasRoom {
            guard let message = engine.nextMessage(at: Clock.now) else {
                carryOut(engine.takeEffects())
                return true
            }
            output.append(message, framing: input.framing ?? .lines)
        }
        carryOut(engine.takeEffects())
        return false
    }

    private func carryOut(_ effects: [Effect]) {
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .startFetch(let id, .http(let request, let concurrency)):
            log.write(.debug, "request \(id.number): \(request.origin)")
            transport.send(request, id: id.number, concurrency: concurrency, now: Clock.nanoseconds)
        case .startFetch(let id, .local(let job)):
            workers.start(job, id: id)
        case .cancelFetch(let id):
            log.write(.debug, "request \(id.number) is given up")
            transport.cancel(id: id.number, now: Clock.nanoseconds)
            workers.cancel(id)
        case .wake(let instant):
            wake = instant
        case .record(let line):
            record?.append(line)
        case .log(let level, let text):
            log.write(level, text)
        case .exit(let code, let deadline):
            exit = (code, deadline)
            wake = nil
        }
    }

    private func flushRecord() {
        guard let fault = record?.flush() else { return }
        log.write(.error, "the record ends here: \(fault)")
        record = nil
    }

    // MARK: The end

    private func end(code: Int32) -> Never {
        _ = record?.flush()
        _exit(code)
    }

    /// Ends as the signal would have ended the process.
    private func end(by number: Int32) -> Never {
        _ = record?.flush()
        signal(number, SIG_DFL)
        raise(number)
        _exit(128 + number)
    }
}

private var errorText: String { String(cString: strerror(errno)) }
