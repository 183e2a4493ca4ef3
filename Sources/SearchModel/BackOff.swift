import Time

/// How the next page is held off after it has failed (rule 7).
struct BackOff: Sendable {
    /// How many times in a row it has failed.
    var failures: Int
    /// Until when it is not tried again, unless by `retry`.
    var until: Instant
    /// What was asked for meanwhile, to be granted when it is over.
    var wish: Wish?

    /// A wish for the next page.
    struct Wish: Sendable {
        var need: Int?
    }
}
