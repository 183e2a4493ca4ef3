import HTTP
import SearchSource
import Signals
import Time

/// Something for the host to do.
public enum Effect: Equatable, Sendable {
    /// Do this work, and report its end with `fetchFinished`.
    case startFetch(FetchID, Fetch)
    /// Give up that work. Its end need not be reported, and is ignored if it is.
    case cancelFetch(FetchID)
    /// Report `timePassed` at this instant, instead of the one asked for before; nil for never.
    case wake(Instant?)
    /// Append this line to the record.
    case record([UInt8])
    /// Log this for the person who runs the engine.
    case log(LogLevel, String)
    /// Send what has been written, but do not wait for a reader past `deadline`; then end the process with this code.
    case exit(code: Int32, deadline: Instant)
}

/// The severity of a log line, the most severe first.
public enum LogLevel: Comparable, Sendable, CaseIterable, CustomStringConvertible {
    /// Something does not work.
    case error
    /// Something is not as it should be.
    case warning
    /// What the engine does, in broad strokes.
    case info
    /// What it does, in detail.
    case debug

    /// The name, as after `--log-level`. (Without this, it would be found by reflection: a quarter of a start.)
    public var description: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        case .debug: "debug"
        }
    }
}

/// Work that a source wants done.
public enum Fetch: Equatable, Sendable {
    /// Send a request; at most `concurrency` of those to one host run at once, the others wait.
    case http(HTTPRequest, concurrency: Int)
    /// Compute something, off the thread that calls the engine.
    case local(LocalJob)
    /// Ask a child process for rows.
    case child(ChildCall)
}

/// What a source is asked.
public enum Question: Hashable, Sendable {
    /// For a page.
    case page(PageRequest)
    /// For the detail of the item with this id.
    case detail(String)
    /// To do this with the item that has this id.
    case perform(action: String, id: String)
}

/// A computation for a source, or for the engine's own purposes. Two are equal if they ask the same source for the same
/// thing, in the same line.
public struct LocalJob: Equatable, Sendable {
    /// The name of the source; empty if the job is not for one.
    public let source: String

    /// What the source is asked on behalf of a client; nil if nothing.
    public let question: Question?

    /// The line that it waits in.
    public let line: Line

    /// Does the job. It checks `isCancelled` every few milliseconds and gives up, with any result, once that is true.
    public let compute: @Sendable (_ isCancelled: @Sendable () -> Bool) -> Computed

    /// A queue of jobs. A job waits only for others in its line, so one that takes a moment is not held up by one that
    /// takes a second.
    public enum Line: Hashable, Sendable {
        /// A computation by this source, which can take a while: a slow source holds up no other.
        case source(ExactText)
        /// Reads an answer that has arrived.
        case reading
        /// Adapts what was read so that it can be shown alongside the results of other sources.
        case adapting
        /// Carries out the long parts of a client's message, such as reading it.
        case intake
        /// Releases what nobody needs any more.
        case disposal
    }

    /// Whether both ask the same source for the same thing, in the same line.
    public static func == (left: LocalJob, right: LocalJob) -> Bool {
        left.source == right.source && left.question == right.question && left.line == right.line
    }
}
