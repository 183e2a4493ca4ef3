/// How many requests a service allows within a time window, according to its documentation. For a service whose
/// responses do not say it.
public struct Allowance: Hashable, Sendable {
    /// The number of requests, at least 1.
    public var requests: Int

    /// The length of the window, which begins with the first request.
    public var window: Duration

    /// An allowance of `requests` in each `window`.
    public init(requests: Int, per window: Duration) {
        self.requests = max(requests, 1)
        self.window = window
    }
}
