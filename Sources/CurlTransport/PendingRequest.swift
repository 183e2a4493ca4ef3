import HTTP

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
    /// When it must have ended, in nanoseconds of the transport's clock. Time in the queue counts.
    let deadline: Int64
}
