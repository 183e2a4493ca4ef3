/// How many requests a service allows in a stretch of time, as its documentation says: for one that does not say it with
/// its answers.
public struct Allowance: Hashable, Sendable {
    /// How many, at least 1.
    public var requests: Int

    /// In how long a time, which begins with the first of them.
    public var window: Duration

    /// So many requests in so long a time.
    public init(requests: Int, per window: Duration) {
        self.requests = max(requests, 1)
        self.window = window
    }
}
