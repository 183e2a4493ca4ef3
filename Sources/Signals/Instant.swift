/// A span of time in milliseconds.
public typealias Milliseconds = Int

/// A point on a clock that only goes forward. What its zero means is known only to whoever reads the clock.
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's zero.
    public var nanoseconds: Int64

    /// The instant `nanoseconds` after the clock's zero.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The instant `milliseconds` after the clock's zero.
    public init(milliseconds: Milliseconds) {
        nanoseconds = Int64(milliseconds) * 1_000_000
    }

    /// The instant `milliseconds` later.
    public func advanced(by milliseconds: Milliseconds) -> Instant {
        Instant(nanoseconds: nanoseconds + Int64(milliseconds) * 1_000_000)
    }

    /// Milliseconds from here to `other`, rounded up, so that who waits that long has not come too early; 0 if
    /// `other` has passed.
    public func milliseconds(until other: Instant) -> Milliseconds {
        other <= self ? 0 : Milliseconds((other.nanoseconds - nanoseconds + 999_999) / 1_000_000)
    }

    /// Whether `left` comes before `right`.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
