import HTTP

/// What a source wants done for an answer: what to ask, and how to read what comes back.
///
/// The source does nothing itself, so each half can be tried out without a network, from recorded bytes. Reading leads
/// to work again: usually to `known`, where the way ends, or to another step made from what was read.
public indirect enum Work<Answer: Sendable>: Sendable {
    /// Nothing: the answer is known (a key is missing, an id cannot exist).
    case known(Result<Answer, SourceError>)

    /// Send `request`; `then` reads the response, whatever its status.
    case http(HTTPRequest, then: @Sendable (HTTPResponse) -> Work<Answer>)

    /// Compute on this machine, away from the loop that serves the clients. `then` should look at `isCancelled` every
    /// few milliseconds and give up, with any result, once it is true.
    case local(then: @Sendable (_ isCancelled: @Sendable () -> Bool) -> Work<Answer>)

    /// This much of the answer is there; `rest` brings what comes behind it, and says how the answer ends.
    case parts(Answer, rest: Work<Answer>)

    /// Do all of these at once; `combine` reads what they have come to, in their order, once all have.
    case all([Share<Answer>], combine: @Sendable ([Result<Answer, SourceError>]) -> Work<Answer>)
}

/// One of several works that are done at once: it has a source of its own, and with it a budget, places in the queue for
/// a host and secrets. What becomes of it is nothing to the others.
public struct Share<Answer: Sendable>: Sendable {
    /// Whose work it is.
    public var source: any Source

    /// What is to be done.
    public var work: Work<Answer>

    /// Work for `source`.
    public init(of source: any Source, _ work: Work<Answer>) {
        self.source = source
        self.work = work
    }
}

extension Work {
    /// Send `request`; `read` turns the response, whatever its status, into the answer.
    public static func http(
        _ request: HTTPRequest, read: @escaping @Sendable (HTTPResponse) -> Result<Answer, SourceError>
    ) -> Work {
        .http(request, then: { .known(read($0)) })
    }

    /// Compute the answer on this machine.
    public static func local(
        compute: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Result<Answer, SourceError>
    ) -> Work {
        .local(then: { .known(compute($0)) })
    }
}
