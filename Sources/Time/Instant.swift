/// A point on a clock that only goes forward. What its zero means is known only to whoever reads the clock.
public struct Instant: InstantProtocol {
    @usableFromInline let sinceZero: Duration

    /// The instant that long after the clock's zero.
    @inlinable
    public init(_ sinceZero: Duration = .zero) {
        self.sinceZero = sinceZero
    }

    /// The instant that much later. A `Duration` holds five thousand thousand million years: what a server may ask to
    /// wait does not overflow it.
    @inlinable
    public func advanced(by duration: Duration) -> Instant {
        Instant(sinceZero + duration)
    }

    /// How long it is from here to `other`; negative if that has passed.
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
