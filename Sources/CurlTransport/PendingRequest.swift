import HTTP
import Time

/// A request, with its lane and its deadlines.
struct PendingRequest: WaitingRequest {
    /// The requests to one host, of which at most `concurrency` may run at once.
    struct Lane: Hashable {
        let origin: String
        let concurrency: Int
    }

    let id: Int
    let request: HTTPRequest
    let lane: Lane
    /// When it must have ended. Time in the queue counts.
    let deadline: Instant
    /// When the first byte of an answer must have come; nil until its turn has come, or if there is no such limit.
    var firstByteDeadline: Instant?
}
