/// How many requests a service still allows.
public struct Budget: Hashable, Sendable {
    /// How many.
    public var remaining: Int

    /// In how many milliseconds it allows more, whatever is left of these.
    public var resetsInMs: Int

    /// A budget.
    public init(remaining: Int, resetsInMs: Int) {
        self.remaining = remaining
        self.resetsInMs = resetsInMs
    }
}
