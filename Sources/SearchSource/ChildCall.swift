/// A call to a child process: for rows that a program prints, or for parts of its answer to a request. It returns as
/// soon as there are any.
public struct ChildCall: Equatable, Sendable {
    /// The run whose rows are asked for. The first call begins it.
    public let run: ProgramRun

    /// The number of the first row that is wanted, from 0. Earlier rows are released.
    public let first: Int

    /// The maximum number of rows to return, at least 1.
    public let count: Int

    /// Whether the program's time limit starts with this call rather than with an earlier one.
    public let beginsPage: Bool

    /// A call for rows. A `first` below 0 counts as 0, a `count` below 1 as 1.
    public init(_ run: ProgramRun, from first: Int, atMost count: Int, beginsPage: Bool) {
        self.run = run
        self.first = max(first, 0)
        self.count = max(count, 1)
        self.beginsPage = beginsPage
    }

    /// Whether both ask the same of the same program.
    public static func == (left: ChildCall, right: ChildCall) -> Bool {
        left.run.command == right.run.command && left.run.request == right.run.request
            && left.first == right.first && left.count == right.count
    }
}

/// The result of a call to a child process.
public struct ChildRows: Hashable, Sendable {
    /// Why there are no more rows.
    public enum End: Hashable, Sendable {
        /// The program ended by itself with this exit code.
        case exited(code: Int)
        /// The program was killed by this signal.
        case killed(signal: Int)
        /// The program closed its output but kept running, and was ended.
        case fellSilent
        /// The program exceeded its time limit, and was ended.
        case timedOut
        /// The run was ended, or the rows were released because a later row had been asked for.
        case isGone
        /// The program could not be started: why, and what to do, in words that follow its name.
        case couldNotStart(String, Obstacle)
        /// The last row is the result of the request. The others are the items of notifications, in order.
        case answered
        /// The request was answered with an error.
        case refused(ProviderError)
        /// The program violated the provider protocol, and was ended: what it did, and what would be right, in words
        /// that follow its name.
        case misspoke(String)
        /// The program has ended too often and is not started again for this long; `after` is how it ended last.
        indirect case resting(Duration, after: End)
        /// The program ended in this way when it had just been started: the request was never sent.
        indirect case notSent(after: End)
    }

    /// What keeps a program from being started.
    public enum Obstacle: Hashable, Sendable {
        /// The program itself: it does not exist, or is not executable.
        case program
        /// The working directory.
        case folder
        /// The current state of the machine: it is out of resources, or the program file is being written. This passes.
        case machine
    }

    /// The rows in order, beginning with the first one that was asked for. A printed row of more than `longestRow`
    /// bytes is cut to one byte more than that.
    public var rows: [[UInt8]]

    /// Why nothing follows these rows; nil if something may.
    public var end: End?

    /// The last line that the program wrote to its standard error; empty if there is none.
    public var lastWords: String

    /// The maximum length of a printed row, in bytes: 1 MiB.
    public static let longestRow = 1 << 20

    /// A result with these rows.
    public init(_ rows: [[UInt8]], end: End? = nil, lastWords: String = "") {
        self.rows = rows
        self.end = end
        self.lastWords = lastWords
    }
}
