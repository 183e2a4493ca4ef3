import Bytes
import CurlTransport
import Engine
import FetchHost
import JSONRPC
import Platform
import Time

/// The engine as a process: messages on standard input and output; requests, computations and programs on other
/// threads.
///
/// One thread, one loop, one `poll` over everything that can happen:
///
///     stdin ──────→ StandardInput ─→ messageArrived ─┐                  ┌─→ StandardOutput ─→ stdout
///     wake-up pipe → FetchRunner ──→ fetchFinished ──┼─→ SearchEngine ──┼─→ FetchRunner
///     time ────────────────────────→ timePassed ─────┘                  ├─→ RecordFile, Log
///                                                                       └─→ exit
///
/// This is where the product meets the system, through `Platform`. What to do is decided elsewhere. Nothing here waits
/// for a reader: output waits in an `Outlet`.
///
/// It is a struct that one function owns: nothing else can access it while it changes, so nothing has to be checked.
public struct StdioHost {
    /// How the process is set up.
    public struct Options {
        /// How messages are delimited; nil to find out from the first byte.
        public var framing: Framing?
        /// How much is logged; nil for nothing.
        public var logLevel: LogLevel? = .warning
        /// Where to record; nil for nowhere.
        public var recordPath: String?
        /// The format of the rows that are written instead of messages; nil to write messages.
        public var rows: RowFormat?
        /// The settings for all HTTP requests.
        public var http: CurlTransport.Configuration

        /// Creates options with these settings for HTTP requests.
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

    /// The current time, read once per turn of the loop.
    var now = SystemClock.now
    /// Finished fetches that the engine has not been told of yet.
    var finished = Queue<(id: FetchID, result: FetchResult)>()
    /// When the engine is to be told that time has passed.
    var wake: Instant?
    /// The exit code, and until when to wait for readers before exiting; nil while the process is to keep running.
    var exit: (code: Int32, deadline: Instant)?
    /// Whether received messages were left unhandled: the engine wanted no more, or it was time for other events.
    var hasUnreadMessages = false
    /// Whether the engine may have messages for which there was no room.
    var hasUntold = true

    /// Why the process cannot start.
    public struct Fault: Error {
        /// What is wrong, in one line.
        public let message: String
    }

    /// Creates a host for an engine with this configuration.
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

    /// Runs the loop until the engine exits, and ends the process.
    public mutating func run() -> Never {
        ThisProcess.ignoreFailedWrites()
        ThisProcess.keepEndedChildren()
        ThisProcess.heedMemoryLimit()
        EndingSignal.watch(waking: wakeup)
        // The engine may have something to do right at the start.
        carryOut(engine.takeEffects())
        while true {
            send()
            endIfItIsTime()
            wait()
            now = SystemClock.now
            takeSignals()
            // Before results, since nothing may be reported for text that has been replaced.
            takeInput()
            takeFinished()
            fireTimers()
        }
    }
}
