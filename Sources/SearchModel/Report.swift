/// The effects of a trigger besides the new state: what happens once and is not kept.
public struct Report: Sendable {
    /// What the caller is told; nil if there was no call. A call may have two reports with an outcome, of which the
    /// later one counts: a text is scheduled and, without a debounce, settles at once.
    public internal(set) var outcome: Outcome?

    /// Whether the state has changed.
    public internal(set) var hasChanged = false

    /// The position from which the list has changed; nil if it has not.
    public internal(set) var listChangedFrom: Int?

    /// The list that was replaced, if it was long.
    public internal(set) var gone: GoneList?

    /// The failure that now stands.
    public internal(set) var raised: Failure?

    /// The outcome of the detail that was opening.
    public internal(set) var ended: OpeningEnd?

    init(_ outcome: Outcome? = nil) {
        self.outcome = outcome
    }
}
