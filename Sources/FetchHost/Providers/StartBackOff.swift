import SearchSource
import Time

/// How long a program that keeps failing is not started again: 0, 0.5, 1, 2, 4 … 30 s.
struct StartBackOff {
    private static let (first, longest) = (Duration.milliseconds(500), Duration.seconds(30))

    /// The next pause.
    private var next = Duration.zero
    /// Until when the program rests, and how it ended the last time.
    private var resting: (until: Instant, end: ChildRows.End)?

    /// Notes that it has failed.
    mutating func failed(_ end: ChildRows.End, at now: Instant) {
        resting = (now.advanced(by: next), end)
        next = next == .zero ? Self.first : min(next * 2, Self.longest)
    }

    /// Notes that it has done its job.
    mutating func reset() {
        self = StartBackOff()
    }

    /// Returns why it is not started now; nil if it may be.
    func rest(at now: Instant) -> ChildRows.End? {
        guard let (until, end) = resting, now < until else { return nil }
        return .resting(now.duration(to: until), after: end)
    }
}
