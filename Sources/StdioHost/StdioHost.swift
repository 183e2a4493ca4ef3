import CurlTransport
import Engine
import HTTP
import JSONRPC
import Platform
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
/// Here the product meets the system, by way of `Platform`. What to do is decided elsewhere.
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

    private var polled = PollSet()
    private let wakeupPlace: PollSet.Place
    private let inputPlace: PollSet.Place
    private let outputPlace: PollSet.Place
    private var socketPlaces: [(descriptor: Int32, place: PollSet.Place)] = []

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
        do {
            wakeup = try Wakeup()
        } catch {
            throw Fault(message: "no descriptors are left: \(error)")
        }
        wakeupPlace = polled.add(wakeup.readEnd, for: .readable)
        inputPlace = polled.add(.standardInput, for: nil)
        outputPlace = polled.add(.standardOutput, for: [])
        var configuration = configuration
        if let path = options.recordPath {
            do {
                record = try RecordFile(path: path)
            } catch {
                throw Fault(message: "cannot record to \(error.message)")
            }
            configuration.isRecording = true
        }
        engine = SearchEngine(configuration, now: .present)
        transport = CurlTransport(options.http, wallClock: { SystemClock.wallSeconds })
        workers = Workers(wakeup: wakeup)
        input = StandardInput(framing: options.framing)
        log = Log(level: options.logLevel)
    }

    /// Runs until the end, and ends the process.
    public func run() -> Never {
        ThisProcess.ignoreBrokenPipes()
        EndingSignal.watch(waking: wakeup)
        // The engine may have something to say of its beginning.
        carryOut(engine.takeEffects())
        while true {
            // A request goes out before anything is told of it: the server takes longer than the reader.
            if transport.isDue(SystemClock.monotonicNanoseconds) { takeCompleted(ready: []) }
            send()
            if output.isGone { end(code: 0) }
            if let exit, output.isEmpty || Instant.present >= exit.deadline { end(code: exit.code) }
            flushRecord()
            poll()
            if polled[wakeupPlace] != [] { wakeup.drain() }
            if let signal = EndingSignal.arrived { end(by: signal) }
            takeCompleted(ready: readySockets)
            fireTimers(at: .present)
            takeInput()
        }
    }

    // MARK: What has happened

    /// Waits until something happens.
    private func poll() {
        // Always watched, for a reader who goes away.
        polled.watch(outputPlace, for: output.isEmpty ? [] : .writable)
        let readsInput = engine.wantsInput && !input.hasEnded && exit == nil
        polled.watch(inputPlace, for: readsInput ? .readable : nil)
        polled.removeAll(after: outputPlace)
        socketPlaces = transport.sockets.map { socket in
            var events: PollSet.Readiness = []
            if socket.wantsRead { events.insert(.readable) }
            if socket.wantsWrite { events.insert(.writable) }
            return (socket.descriptor, polled.add(Descriptor(socket.descriptor), for: events))
        }
        polled.wait(milliseconds: timeout)
        output.polled(polled[outputPlace])
    }

    /// How long to wait at most, nil for as long as it takes.
    private var timeout: Milliseconds? {
        if hasUnreadMessages, engine.wantsInput, exit == nil { return 0 }
        let deadlines = [wake, transport.deadline.map { Instant(nanoseconds: $0) }, exit?.deadline]
        return deadlines.compactMap({ $0 }).min().map(Instant.present.milliseconds)
    }

    private var readySockets: [CurlTransport.Readiness] {
        socketPlaces.compactMap { descriptor, place in
            let readiness = polled[place]
            guard readiness != [] else { return nil }
            return CurlTransport.Readiness(
                descriptor: descriptor, canRead: !readiness.isDisjoint(with: [.readable, .hungUp]),
                canWrite: readiness.contains(.writable), hasFailed: !readiness.isDisjoint(with: .failed))
        }
    }

    private func takeCompleted(ready: [CurlTransport.Readiness]) {
        transport.act(on: ready, now: SystemClock.monotonicNanoseconds)
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
        if polled[inputPlace] != [] { input.read() }
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
        let now = Instant.present
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
            guard let message = engine.nextMessage(at: Instant.present) else {
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
            transport.send(request, id: id.number, concurrency: concurrency, now: SystemClock.monotonicNanoseconds)
        case .startFetch(let id, .local(let job)):
            workers.start(job, id: id)
        case .cancelFetch(let id):
            log.write(.debug, "request \(id.number) is given up")
            transport.cancel(id: id.number, now: SystemClock.monotonicNanoseconds)
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
        ThisProcess.end(code: code)
    }

    /// Ends as the signal would have ended the process.
    private func end(by signal: EndingSignal) -> Never {
        _ = record?.flush()
        signal.endProcess()
    }
}

extension Instant {
    /// The present, as the engine counts it.
    fileprivate static var present: Instant { Instant(nanoseconds: SystemClock.monotonicNanoseconds) }
}
