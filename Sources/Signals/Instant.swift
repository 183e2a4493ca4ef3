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

    /// The instant `milliseconds` later; the last one that there is, if that lies behind it: how long to wait may have
    /// been said by a server.
    public func advanced(by milliseconds: Milliseconds) -> Instant {
        let span = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
        let sum = nanoseconds.addingReportingOverflow(span.partialValue)
        return span.overflow || sum.overflow
            ? Instant(nanoseconds: milliseconds < 0 ? .min : .max) : Instant(nanoseconds: sum.partialValue)
    }

    /// Milliseconds from here to `other`, rounded up, so that a wait of that length is not too short; 0 if
    /// `other` has passed.
    public func milliseconds(until other: Instant) -> Milliseconds {
        guard self < other else { return 0 }
        let span = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        let (milliseconds, rest) = (span.overflow ? .max : span.partialValue).quotientAndRemainder(
            dividingBy: 1_000_000)
        return Milliseconds(milliseconds) + (rest > 0 ? 1 : 0)
    }

    /// Whether `left` comes before `right`.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
