/// What a trigger has come to, beside the state that it leaves behind: what happens once and is not kept.
public struct Report: Sendable {
    /// What whoever caused it is told; nil if nobody asked. A call may have two reports with an outcome, of which the
    /// later one counts: a text is scheduled and, without a debounce, settles at once.
    public internal(set) var outcome: Outcome?

    /// Whether the state is another one than before.
    public internal(set) var hasChanged = false

    /// The position from which on the list has changed; nil if it has not.
    public internal(set) var listChangedFrom: Int?

    /// The list that another one has taken the place of, if it was long.
    public internal(set) var gone: GoneList?

    /// The failure that has come to stand.
    public internal(set) var raised: Failure?

    /// What became of the detail that was opening.
    public internal(set) var ended: OpeningEnd?

    init(_ outcome: Outcome? = nil) {
        self.outcome = outcome
    }
}
