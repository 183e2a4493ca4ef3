import HTTP

/// What a source wants done for an answer, in two pure halves: what to ask, and how to read what comes back.
///
/// The source does nothing itself, so each half can be tried out without a network, from recorded bytes.
public enum Work<Answer: Sendable>: Sendable {
    /// Send `request`; `read` turns the response, whatever its status, into the answer.
    case http(HTTPRequest, read: @Sendable (HTTPResponse) -> Result<Answer, SourceError>)

    /// Compute on this machine, away from the loop that serves the clients. `compute` should look at `isCancelled`
    /// every few milliseconds and give up, with any result, once it is true.
    case local(compute: @Sendable (_ isCancelled: @Sendable () -> Bool) -> Result<Answer, SourceError>)

    /// Nothing: the answer is known (a key is missing, an id cannot exist).
    case known(Result<Answer, SourceError>)
}
