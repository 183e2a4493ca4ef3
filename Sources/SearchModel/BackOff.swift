import Time

/// The back-off of the next page after it has failed (rule 7).
struct BackOff: Sendable {
    /// The number of times in a row that it has failed.
    var failures: Int
    /// When it may be tried again; until then only `retry` does so.
    var until: Instant
    /// What was requested meanwhile, to be granted when the back-off is over.
    var wish: Wish?

    /// A request for the next page.
    struct Wish: Sendable {
        var need: Int?
    }
}
