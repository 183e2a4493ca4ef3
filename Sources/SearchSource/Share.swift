/// One of several works that are done at once: it has a source of its own, and with it a budget, places in the queue for
/// a host and secrets. What becomes of it is nothing to the others.
public struct Share<Answer: Sendable>: Sendable {
    /// Whose work it is.
    public var source: any Source

    /// What is to be done.
    public var work: Work<Answer>

    /// What has been begun already and is to be waited for in the place of `work`, if it still runs.
    public var late: LateWork?

    /// What is made of each part of its answer: of a long one away from the loop.
    public var adapt: @Sendable (Answer) -> Answer

    /// Work for `source`, the answer of which is read as `adapt` makes it.
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

/// What a share has come to when the answer that it is a part of ends.
public enum ShareOutcome<Answer: Sendable>: Sendable {
    /// It has come to its end.
    case ended(Result<Answer, SourceError>)
    /// It was not waited for any longer. It goes on until a page waits for it again, or until the list is another one.
    case late(LateWork)
}

/// Work that goes on although nobody waits for it now. A number that nothing else has among the works of one list.
public struct LateWork: Hashable, Sendable {
    /// The number.
    public let number: Int

    /// The work with this number.
    public init(_ number: Int) {
        self.number = number
    }
}

/// How long works that are done at once wait for each other, where a person waits for them. Scripts wait for all.
public struct Patience: Hashable, Sendable {
    /// How long what has come is held back, so that it can stand in the order of the shares. What comes later is handed
    /// over as it comes.
    public var together: Duration

    /// After how long those that have not come to their end are late, if there is anything to show.
    public var inAll: Duration

    /// Waits that long.
    public init(together: Duration, inAll: Duration) {
        self.together = together
        self.inAll = inAll
    }
}
