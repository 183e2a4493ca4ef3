/// One call to a child process: for rows that a program prints, or for the parts of its answer to a request. It is answered as soon as there are any.
public struct ChildCall: Equatable, Sendable {
    /// Whose rows are asked for. The first call begins the run.
    public let run: ProgramRun

    /// The number of the first row that is wanted, from 0. Those before it are let go.
    public let first: Int

    /// The most rows that are wanted, at least 1.
    public let count: Int

    /// Whether the time that the program may take begins with this call, and not with one before it.
    public let beginsPage: Bool

    /// A call for rows: for one at least, and for none before the first.
    public init(_ run: ProgramRun, from first: Int, atMost count: Int, beginsPage: Bool) {
        self.run = run
        self.first = max(first, 0)
        self.count = max(count, 1)
        self.beginsPage = beginsPage
    }

    /// Whether both ask for the same of the same program.
    public static func == (left: ChildCall, right: ChildCall) -> Bool {
        left.run.command == right.run.command && left.run.request == right.run.request
            && left.first == right.first && left.count == right.count
    }
}

/// What a call to a child process has come to.
public struct ChildRows: Hashable, Sendable {
    /// How there come to be no more rows.
    public enum End: Hashable, Sendable {
        /// The program has ended by itself with this code.
        case exited(code: Int)
        /// A signal of somebody else has ended it.
        case killed(signal: Int)
        /// It said that there is nothing more, went on, and was ended.
        case fellSilent
        /// It has taken longer than it may, and was ended.
        case timedOut
        /// The run is gone, or the rows are: it was ended, or a later row was asked for already.
        case isGone
        /// It could not be started: why, and what to do, in words that follow the name of the program.
        case couldNotStart(String, Obstacle)
        /// The last row is the result of the request. The others are the items of notifications, in order.
        case answered
        /// The request was answered with an error.
        case refused(ProviderError)
        /// It does not speak as a provider must: what it did, and what would be right, in words that follow the name of
        /// the program. It was ended.
        case misspoke(String)
        /// It has ended too often for the moment, like this the last time: so long it is not started again.
        indirect case resting(Duration, after: End)
    }

    /// What keeps a program from being started.
    public enum Obstacle: Hashable, Sendable {
        /// The program itself: it is not there, or is none.
        case program
        /// The folder in which it was to run.
        case folder
        /// The machine, as it is now: it has no room for one more, or somebody is writing the program. This passes.
        case machine
    }

    /// The rows, in order, the first one being the first that was asked for. Of one that has more than
    /// `longestRow` bytes there is one byte more than that.
    public var rows: [[UInt8]]

    /// Why nothing comes behind these; nil if something may.
    public var end: End?

    /// The last line that it has written to its standard error, if anything.
    public var lastWords: String

    /// The most bytes of a row that are kept: 1 MiB.
    public static let longestRow = 1 << 20

    /// These rows.
    public init(_ rows: [[UInt8]], end: End? = nil, lastWords: String = "") {
        self.rows = rows
        self.end = end
        self.lastWords = lastWords
    }
}
