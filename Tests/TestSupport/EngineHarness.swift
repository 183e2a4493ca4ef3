import Engine
import HTTP
import JSON
import SearchSource
import Signals
import Time

/// An engine in virtual time: time stands still but for `advance`, work ends when the test says so.
///
/// After each event the output is read to its end, unless the reader is made to stand still.
public final class EngineHarness {
    /// The engine.
    public let engine: SearchEngine
    /// Virtual milliseconds since the start.
    public var now: Int { Instant().duration(to: instant).wholeMilliseconds }
    /// Everything that was sent and not taken yet, with its time. The answer to a batch is the member `batch`.
    public var messages: [(at: Int, message: JSONObject)] { lines.map { ($0.at, $0.message) } }
    /// Everything that was asked and not taken yet, with its time.
    public private(set) var asks: [(at: Int, id: FetchID, fetch: Fetch)] = []
    /// Everything that was given up and not taken yet, with its time.
    public private(set) var drops: [(at: Int, id: FetchID)] = []
    /// The work that runs.
    public private(set) var running: [FetchID: Fetch] = [:]
    /// What the engine has done away from it for its own sake, and is not done yet.
    private var aside: [(id: FetchID, job: LocalJob)] = []
    /// Whether that is done only with `finishAside`; else it is done at once.
    public var holdsAside = false {
        didSet { while !holdsAside, finishAside() {} }
    }
    /// The lines of the record.
    public private(set) var record: [[UInt8]] = []
    /// What was logged.
    public private(set) var log: [String] = []
    /// Everything that went in and out, in order: `in` or `out`, and the text.
    public private(set) var transcript: [(way: String, text: String)] = []
    /// With which code the process would have ended, and when.
    public private(set) var exit: (code: Int32, at: Int)?
    /// When the engine wants to be woken.
    public private(set) var wake: Instant?
    /// Whether the reader stands still.
    public var isReaderStopped = false {
        didSet { if !isReaderStopped { pull() } }
    }

    private var lines: [(at: Int, message: JSONObject, text: [UInt8])] = []
    private var instant = Instant(.milliseconds(0))

    /// A harness for an engine with this configuration.
    public init(_ configuration: SearchEngine.Configuration) {
        engine = SearchEngine(configuration, now: Instant(.milliseconds(0)))
    }

    /// Lets something happen now.
    public func handle(_ event: Event) {
        if case .messageArrived(let bytes) = event { transcript.append(("in", String(decoding: bytes, as: UTF8.self))) }
        for effect in engine.handle(event, at: instant) { carryOut(effect) }
        pull()
        while !holdsAside, finishAside() {}
    }

    /// Lets one thing be done that the engine has done away from it for its own sake; answers false if there is none.
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

    /// Lets a reader who has stopped read one message.
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

    /// Goes on to a time, waking the engine whenever it wants to be woken.
    public func advance(to milliseconds: Int) {
        let target = Instant(.milliseconds(milliseconds))
        while let wake, wake <= target, exit == nil {
            instant = max(instant, wake)
            handle(.timePassed)
        }
        instant = max(instant, target)
    }

    /// Goes on to a time as a process does that was held up: whatever was due on the way is heard of only then.
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

    /// Ends a piece of work, whether it runs or was given up long ago.
    public func finish(_ id: FetchID, _ result: FetchResult) {
        running[id] = nil
        handle(.fetchFinished(id, result))
    }

    /// Takes the oldest message.
    public func takeMessage() -> (at: Int, message: JSONObject)? {
        takeLine().map { ($0.at, $0.message) }
    }

    /// Takes the oldest message, and its text.
    public func takeLine() -> (at: Int, message: JSONObject, text: [UInt8])? {
        lines.isEmpty ? nil : lines.removeFirst()
    }

    /// Takes the oldest question.
    public func takeAsk() -> (at: Int, id: FetchID, fetch: Fetch)? {
        asks.isEmpty ? nil : asks.removeFirst()
    }

    /// Takes the oldest piece of work that was given up.
    public func takeDrop() -> (at: Int, id: FetchID)? {
        drops.isEmpty ? nil : drops.removeFirst()
    }

    /// Whether a timer is still to fire.
    public var hasWake: Bool { wake != nil }

    /// When the next timer fires; nil if none is set.
    public var nextWake: Int? { wake.map { Instant().duration(to: $0).wholeMilliseconds } }
}
