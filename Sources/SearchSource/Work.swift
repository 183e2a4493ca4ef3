import HTTP

/// What a source wants done to get an answer: what to request, and how to read what comes back.
///
/// The source itself does nothing, so each half can be tested without a network, from recorded bytes. Reading results
/// in more work: usually `known`, which ends it, or another step made from what was read.
public indirect enum Work<Answer: Sendable>: Sendable {
    /// Do nothing: the answer is known (a key is missing, an id cannot exist).
    case known(Result<Answer, SourceError>)

    /// Send `request`; `then` reads the response, whatever its status.
    case http(HTTPRequest, then: @Sendable (HTTPResponse) -> Work<Answer>)

    /// Send one of these requests to equivalent servers, all of which return the same. If a server fails or is slow,
    /// the request to the next one is sent, each at most once. `then` reads the response to the request at index
    /// `place`.
    case anyOf([HTTPRequest], then: @Sendable (_ place: Int, HTTPResponse) -> Work<Answer>)

    /// Compute on this machine, away from the loop that serves the clients. `then` should check `isCancelled` every few
    /// milliseconds and return early, with any result, once it is true.
    case local(then: @Sendable (_ isCancelled: @Sendable () -> Bool) -> Work<Answer>)

    /// Ask a child process for rows; `then` reads those that have come and how the process ended, if it has.
    case child(ChildCall, then: @Sendable (ChildRows) -> Work<Answer>)

    /// Pass on this much of the answer; `rest` provides what follows, and how the answer ends.
    case parts(Answer, rest: Work<Answer>)

    /// Do all of these concurrently; `combine` reads their outcomes, in their order. Without `patience` it is called
    /// when all have finished. With it, what they find is passed on as parts of the answer, and `combine` decides how
    /// the answer ends: when all have finished, or when the rest of them are late.
    case all(
        [Share<Answer>], patience: Patience?, combine: @Sendable ([ShareOutcome<Answer>]) -> Work<Answer>)
}

extension Work {
    /// Whether some of the answer is available before anything is done.
    package var bringsSomethingAtOnce: Bool {
        switch self {
        case .known(.success), .parts: true
        case .known(.failure), .http, .anyOf, .local, .child: false
        case .all(let shares, _, _): shares.isEmpty || shares.contains { $0.work.bringsSomethingAtOnce }
        }
    }

    /// Sends `request`; `read` turns the response, whatever its status, into the answer.
    public static func http(
        _ request: HTTPRequest, read: @escaping @Sendable (HTTPResponse) -> Result<Answer, SourceError>
    ) -> Work {
        .http(request, then: { .known(read($0)) })
    }

    /// Does all of these concurrently; `combine` reads their results, in their order, once all have finished.
    public static func all(
        _ shares: [Share<Answer>], combine: @escaping @Sendable ([Result<Answer, SourceError>]) -> Work<Answer>
    ) -> Work {
        .all(shares, patience: nil) { outcomes in
            combine(
                outcomes.map { outcome in
                    switch outcome {
                    case .ended(let result): result
                    case .late: .failure(SourceError(.internal, "what all wait for was not waited for"))
                    }
                })
        }
    }

    /// Computes the answer on this machine.
    public static func local(
        compute: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Result<Answer, SourceError>
    ) -> Work {
        .local(then: { .known(compute($0)) })
    }
}
