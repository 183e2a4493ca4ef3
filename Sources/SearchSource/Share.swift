/// One of several pieces of work that are done concurrently. It has its own source, and with that its own budget,
/// places in the queue for a host, and secrets. Its outcome does not affect the others.
public struct Share<Answer: Sendable>: Sendable {
    /// The source that the work is for.
    public var source: any Source

    /// The work.
    public var work: Work<Answer>

    /// Work that was started earlier, to be awaited in place of `work` if it is still running.
    public var late: LateWork?

    /// Transforms each part of the answer; a long part away from the loop.
    public var adapt: @Sendable (Answer) -> Answer

    /// Work for `source`, whose answers are transformed by `adapt`.
    public init(
        of source: any Source, _ work: Work<Answer>, late: LateWork? = nil,
        adapt: @escaping @Sendable (Answer) -> Answer = { $0 }
    ) {
        self.source = source
        self.work = work
        self.late = late
        self.adapt = adapt
    }
}

/// The state of a share when the answer that it is part of is complete.
public enum ShareOutcome<Answer: Sendable>: Sendable {
    /// It has finished.
    case ended(Result<Answer, SourceError>)
    /// It was not waited for any longer. It continues until a page waits for it again, or until another list replaces
    /// this one.
    case late(LateWork)
}

/// Work that continues although nobody is waiting for it, identified by a number that is unique among the work of one
/// list.
public struct LateWork: Hashable, Sendable {
    /// The number.
    public let number: Int

    /// The work with this number.
    public init(_ number: Int) {
        self.number = number
    }
}

/// How long concurrent shares wait for each other when a person is waiting for them. Scripts wait for all of them.
public struct Patience: Hashable, Sendable {
    /// How long results are held back so that they can be put in the order of the shares. Later results are passed on
    /// as they come.
    public var together: Duration

    /// How long until shares that have not finished count as late, if there is anything to show.
    public var inAll: Duration

    /// A patience with these durations.
    public init(together: Duration, inAll: Duration) {
        self.together = together
        self.inAll = inAll
    }
}
