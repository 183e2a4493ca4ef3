/// A point in time on a clock that only goes forward. Only the code that reads the clock knows what its zero means.
public struct Instant: InstantProtocol {
    @usableFromInline let sinceZero: Duration

    /// The instant that is `sinceZero` after the clock's zero.
    @inlinable
    public init(_ sinceZero: Duration = .zero) {
        self.sinceZero = sinceZero
    }

    /// Returns the instant `duration` later. A `Duration` holds five trillion years, so no wait that a server asks for
    /// overflows it.
    @inlinable
    public func advanced(by duration: Duration) -> Instant {
        Instant(sinceZero + duration)
    }

    /// Returns how long it is from this instant to `other`; negative if `other` is earlier.
    @inlinable
    public func duration(to other: Instant) -> Duration {
        other.sinceZero - sinceZero
    }

    /// Whether `left` comes before `right`.
    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool {
        left.sinceZero < right.sinceZero
    }
}
