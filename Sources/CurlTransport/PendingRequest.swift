import HTTP
import Time

/// A request and what holds for its turn.
struct PendingRequest: WaitingRequest {
    /// The requests to one host, of which so many may run at once.
    struct Lane: Hashable {
        let origin: String
        let concurrency: Int
    }

    let id: Int
    let request: HTTPRequest
    let lane: Lane
    /// When it must have ended. Time in the queue counts.
    let deadline: Instant
    /// When something of an answer must have come; nil until its turn has come, or if that is all the same.
    var firstByteDeadline: Instant?
}
