import HTTP
import SearchSource
import Signals
import Time

/// Something that is to be done outside.
public enum Effect: Equatable, Sendable {
    /// Do this work, and report its end with `fetchFinished`.
    case startFetch(FetchID, Fetch)
    /// Give up that work. Its end need not be reported, and means nothing if it is.
    case cancelFetch(FetchID)
    /// Report `timePassed` at this instant, instead of the one asked for before; nil for never.
    case wake(Instant?)
    /// Append this line to the record.
    case record([UInt8])
    /// Tell the person who runs the engine.
    case log(LogLevel, String)
    /// Send what has been written, but wait for no reader after `deadline`; then end the process with this code.
    case exit(code: Int32, deadline: Instant)
}

/// How much a log line matters.
public enum LogLevel: Int, Comparable, Sendable, CaseIterable {
    /// Something does not work.
    case error
    /// Something is not as it should be.
    case warning
    /// What the engine does, in broad strokes.
    case info
    /// What it does, in every stroke.
    case debug

    /// Whether `left` matters more than `right`.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Work that a source wants done.
public enum Fetch: Equatable, Sendable {
    /// Send a request; at most `concurrency` of those to one host run at once, the others wait.
    case http(HTTPRequest, concurrency: Int)
    /// Compute something, away from the thread that calls the engine.
    case local(LocalJob)
    /// Ask a child process for rows.
    case child(ChildCall)
}

/// What a source is asked.
public enum Question: Hashable, Sendable {
    /// For a page.
    case page(PageRequest)
    /// For the detail of this id.
    case detail(String)
    /// To do this with the item of this id.
    case perform(action: String, id: String)
}

/// A computation that a source wants done, or the engine for its own sake. Two are equal if they ask the same of the same
/// source.
public struct LocalJob: Equatable, Sendable {
    /// The source's name; empty if it is done for none.
    public let source: String

    /// What the source is asked; nil if it is asked nothing that a client wants to know.
    public let question: Question?

    /// What it waits for.
    public let line: Line

    /// Does it. It looks at `isCancelled` every few milliseconds and gives up, with any result, once that is true.
    public let compute: @Sendable (_ isCancelled: @Sendable () -> Bool) -> Computed

    /// Jobs of one line wait only for their like: what takes a moment is not held up by what takes a second.
    public enum Line: Hashable, Sendable {
        /// It is computed by this source, which can take a while: a source that is slow holds up no other one.
        case source(ExactText)
        /// An answer that has come is read.
        case reading
        /// What has been read is made to stand beside what others have found.
        case adapting
        /// What the client has sent is read, and taken in.
        case intake
        /// What nobody wants any more is let go.
        case disposal
    }

    /// Whether both ask the same of the same source.
    public static func == (left: LocalJob, right: LocalJob) -> Bool {
        left.source == right.source && left.question == right.question && left.line == right.line
    }
}
