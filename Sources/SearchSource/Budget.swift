/// How many requests a service still allows.
public struct Budget: Hashable, Sendable {
    /// How many.
    public var remaining: Int

    /// How long it is until it allows more, whatever is left of these.
    public var resetsIn: Duration

    /// A budget.
    public init(remaining: Int, resetsIn: Duration) {
        self.remaining = remaining
        self.resetsIn = resetsIn
    }
}
