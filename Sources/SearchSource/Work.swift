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

    /// Send one of these requests, to servers that are equal: each says the same. One whose server fails, or lets wait, is
    /// sent to the next one, once to each. `then` reads the response of the one in this place among `requests`.
    case anyOf([HTTPRequest], then: @Sendable (_ place: Int, HTTPResponse) -> Work<Answer>)

    /// Compute on this machine, away from the loop that serves the clients. `then` should look at `isCancelled` every
    /// few milliseconds and give up, with any result, once it is true.
    case local(then: @Sendable (_ isCancelled: @Sendable () -> Bool) -> Work<Answer>)

    /// Ask a child process for rows; `then` reads those that have come, and what has become of the process.
    case child(ChildCall, then: @Sendable (ChildRows) -> Work<Answer>)

    /// This much of the answer is there; `rest` brings what comes behind it, and says how the answer ends.
    case parts(Answer, rest: Work<Answer>)

    /// Do all of these at once; `combine` reads what they have come to, in their order. Without `patience` that is when
    /// all have. With it, what they find is handed over as parts of the answer, and `combine` says how that ends: when
    /// all have, or when those that have not are late.
    case all(
        [Share<Answer>], patience: Patience?, combine: @Sendable ([ShareOutcome<Answer>]) -> Work<Answer>)
}

extension Work {
    /// Whether some of the answer is there before anything is done.
    package var bringsSomethingAtOnce: Bool {
        switch self {
        case .known(.success), .parts: true
        case .known(.failure), .http, .anyOf, .local, .child: false
        case .all(let shares, _, _): shares.isEmpty || shares.contains { $0.work.bringsSomethingAtOnce }
        }
    }

    /// Send `request`; `read` turns the response, whatever its status, into the answer.
    public static func http(
        _ request: HTTPRequest, read: @escaping @Sendable (HTTPResponse) -> Result<Answer, SourceError>
    ) -> Work {
        .http(request, then: { .known(read($0)) })
    }

    /// Do all of these at once; `combine` reads what they have come to, in their order, once all have.
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

    /// Compute the answer on this machine.
    public static func local(
        compute: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Result<Answer, SourceError>
    ) -> Work {
        .local(then: { .known(compute($0)) })
    }
}
