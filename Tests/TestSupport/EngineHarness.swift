import Engine
import HTTP
import JSON
import SearchSource
import Signals
import Time

/// An engine in virtual time: only `advance` moves the clock, and work ends when the test says so.
///
/// After each event all output is read, unless the reader is stopped.
public final class EngineHarness {
    /// The engine.
    public let engine: SearchEngine
    /// Virtual milliseconds since the start.
    public var now: Int { Instant().duration(to: instant).wholeMilliseconds }
    /// Everything that was sent and has not been taken yet, with its time. The answer to a batch is the member `batch`.
    public var messages: [(at: Int, message: JSONObject)] { lines.map { ($0.at, $0.message) } }
    /// Every request for work that has not been taken yet, with its time.
    public private(set) var asks: [(at: Int, id: FetchID, fetch: Fetch)] = []
    /// Every cancellation that has not been taken yet, with its time.
    public private(set) var drops: [(at: Int, id: FetchID)] = []
    /// The work that is running.
    public private(set) var running: [FetchID: Fetch] = [:]
    /// The engine's own jobs that it runs off the loop and that have not finished yet.
    private var aside: [(id: FetchID, job: LocalJob)] = []
    /// Whether those jobs finish only when `finishAside` is called; otherwise they finish immediately.
    public var holdsAside = false {
        didSet { while !holdsAside, finishAside() {} }
    }
    /// The lines of the record.
    public private(set) var record: [[UInt8]] = []
    /// The messages that were logged.
    public private(set) var log: [String] = []
    /// All input and output in order: `in` or `out`, and the text.
    public private(set) var transcript: [(way: String, text: String)] = []
    /// The exit code with which the process would have ended, and when.
    public private(set) var exit: (code: Int32, at: Int)?
    /// When the engine wants to be woken.
    public private(set) var wake: Instant?
    /// Whether the reader has stopped reading.
    public var isReaderStopped = false {
        didSet { if !isReaderStopped { pull() } }
    }

    private var lines: [(at: Int, message: JSONObject, text: [UInt8])] = []
    private var instant = Instant(.milliseconds(0))

    /// Creates a harness for an engine with this configuration.
    public init(_ configuration: SearchEngine.Configuration) {
        engine = SearchEngine(configuration, now: Instant(.milliseconds(0)))
    }

    /// Lets the engine handle an event now.
    public func handle(_ event: Event) {
        if case .messageArrived(let bytes) = event { transcript.append(("in", String(decoding: bytes, as: UTF8.self))) }
        for effect in engine.handle(event, at: instant) { carryOut(effect) }
        pull()
        while !holdsAside, finishAside() {}
    }

    /// Finishes one job that the engine runs off the loop; returns false if there is none.
    @discardableResult
    public func finishAside() -> Bool {
        guard !aside.isEmpty else { return false }
        let (id, job) = aside.removeFirst()
        handle(.fetchFinished(id, .computed(job.compute { false })))
        return true
    }

    private func pull() {
        while !isReaderStopped, let message = engine.nextMessage(at: instant) { take(message) }
        for effect in engine.takeEffects() { carryOut(effect) }
    }

    /// Lets a stopped reader read one message.
    public func readOne() {
        if let message = engine.nextMessage(at: instant) { take(message) }
    }

    private func take(_ message: [UInt8]) {
        transcript.append(("out", String(decoding: message, as: UTF8.self)))
        let value = (try? JSONParser.parse(message)) ?? "a message that is not JSON"
        lines.append((now, value.object ?? JSONObject([("batch", value)]), message))
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .startFetch(let id, .local(let job)) where [.adapting, .intake, .disposal].contains(job.line):
            aside.append((id, job))
        case .startFetch(let id, let fetch):
            running[id] = fetch
            asks.append((now, id, fetch))
        case .cancelFetch(let id):
            running[id] = nil
            drops.append((now, id))
        case .wake(let instant):
            wake = instant
        case .record(let line):
            record.append(line)
        case .log(_, let text):
            log.append(text)
        case .exit(let code, _):
            exit = (code, now)
        }
    }

    /// Advances to a time, waking the engine whenever it wants to be woken.
    public func advance(to milliseconds: Int) {
        let target = Instant(.milliseconds(milliseconds))
        while let wake, wake <= target, exit == nil {
            instant = max(instant, wake)
            handle(.timePassed)
        }
        instant = max(instant, target)
    }

    /// Advances to a time like a process that was held up: timers that were due in between fire only then.
    public func advanceLate(to milliseconds: Int) {
        instant = max(instant, Instant(.milliseconds(milliseconds)))
        while let wake, wake <= instant, exit == nil { handle(.timePassed) }
    }

    /// Sends the text of a message.
    public func send(_ text: String) {
        handle(.messageArrived(Array(text.utf8)))
    }

    /// Sends a message.
    public func send(_ message: JSONValue) {
        handle(.messageArrived(JSONWriter.bytes(of: message)))
    }

    /// Finishes a piece of work, whether it is still running or was cancelled long ago.
    public func finish(_ id: FetchID, _ result: FetchResult) {
        running[id] = nil
        handle(.fetchFinished(id, result))
    }

    /// Takes the oldest message.
    public func takeMessage() -> (at: Int, message: JSONObject)? {
        takeLine().map { ($0.at, $0.message) }
    }

    /// Takes the oldest message, with its text.
    public func takeLine() -> (at: Int, message: JSONObject, text: [UInt8])? {
        lines.isEmpty ? nil : lines.removeFirst()
    }

    /// Takes the oldest request for work.
    public func takeAsk() -> (at: Int, id: FetchID, fetch: Fetch)? {
        asks.isEmpty ? nil : asks.removeFirst()
    }

    /// Takes the oldest cancellation.
    public func takeDrop() -> (at: Int, id: FetchID)? {
        drops.isEmpty ? nil : drops.removeFirst()
    }

    /// Whether a timer is still to fire.
    public var hasWake: Bool { wake != nil }

    /// When the next timer fires; nil if none is set.
    public var nextWake: Int? { wake.map { Instant().duration(to: $0).wholeMilliseconds } }
}
