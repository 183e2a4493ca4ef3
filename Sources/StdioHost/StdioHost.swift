import Bytes
import CurlTransport
import Engine
import FetchHost
import JSONRPC
import Platform
import Time

/// The engine as a process: messages on standard input and output; requests, computations and programs on threads of their own.
///
/// One thread, one loop, one `poll` over everything that can happen:
///
///     stdin ──────→ StandardInput ─→ messageArrived ─┐                  ┌─→ StandardOutput ─→ stdout
///     wake-up pipe → FetchRunner ──→ fetchFinished ──┼─→ SearchEngine ──┼─→ FetchRunner
///     time ────────────────────────→ timePassed ─────┘                  ├─→ RecordFile, Log
///                                                                       └─→ exit
///
/// Here the product meets the system, by way of `Platform`. What to do is decided elsewhere. Nothing here waits for a
/// reader: whatever is written waits in an `Outlet`.
///
/// It is a struct that one function holds: nobody else can look at it while it changes, so nothing has to be checked.
public struct StdioHost {
    /// How the process is set up.
    public struct Options {
        /// How messages are told apart; nil to find out from the first byte.
        public var framing: Framing?
        /// How much is logged; nil for nothing.
        public var logLevel: LogLevel? = .warning
        /// Where to record; nil for nowhere.
        public var recordPath: String?
        /// What is written in the place of messages; nil for the messages.
        public var rows: RowFormat?
        /// What holds for all HTTP requests.
        public var http: CurlTransport.Configuration

        /// Options for a process whose HTTP requests are made like this.
        public init(http: CurlTransport.Configuration) {
            self.http = http
        }
    }

    let engine: SearchEngine
    let rows: RowFormat?
    let runner: FetchRunner
    let wakeup: Wakeup
    var input: StandardInput
    var output: StandardOutput
    var log: Log
    var record: RecordFile?
    var watched: Watched

    /// The present, as of the last look at the clock: one for each turn of the loop.
    var now = SystemClock.now
    /// What has been done outside, and the engine has not been told yet.
    var finished = Queue<(id: FetchID, result: FetchResult)>()
    /// When the engine is to be told that time has passed.
    var wake: Instant?
    /// How the process ends, and how long it waits for its readers before that.
    var exit: (code: Int32, deadline: Instant)?
    /// Whether messages that have come were left: the engine wanted no more, or it is the turn of others.
    var hasUnreadMessages = false
    /// Whether the engine may have something to tell for which there was no room.
    var hasUntold = true

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
        input = StandardInput(framing: options.framing)
        rows = options.rows
        log = Log(level: options.logLevel)
        do {
            wakeup = try Wakeup()
        } catch {
            throw Fault(message: "no descriptors are left: \(error)")
        }
        var configuration = configuration
        if let path = options.recordPath {
            do {
                record = try RecordFile(path: path)
            } catch {
                throw Fault(message: "cannot record to \(error.message)")
            }
            configuration.isRecording = true
        }
        watched = Watched(wakeup: wakeup.readEnd, log: log.descriptor, record: record?.descriptor)
        engine = SearchEngine(configuration, now: now)
        runner = FetchRunner(options.http, wakeup: wakeup)
    }

    /// Runs until the end, and ends the process.
    public mutating func run() -> Never {
        ThisProcess.ignoreFailedWrites()
        ThisProcess.keepEndedChildren()
        ThisProcess.heedMemoryLimit()
        EndingSignal.watch(waking: wakeup)
        // The engine may have something to do because of its beginning.
        carryOut(engine.takeEffects())
        while true {
            send()
            endIfItIsTime()
            wait()
            now = SystemClock.now
            takeSignals()
            // Before what is answered: of a text that does not stand any more nothing is to be told.
            takeInput()
            takeFinished()
            fireTimers()
        }
    }
}
