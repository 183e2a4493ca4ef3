/// How many requests a service still allows.
public struct Budget: Hashable, Sendable {
    /// The number of requests that are left.
    public var remaining: Int

    /// How long it is until the service allows more, however many are left.
    public var resetsIn: Duration

    /// A budget.
    public init(remaining: Int, resetsIn: Duration) {
        self.remaining = remaining
        self.resetsIn = resetsIn
    }
}
