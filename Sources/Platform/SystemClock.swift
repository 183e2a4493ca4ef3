internal import CPlatform
public import Time

/// The clocks of this machine. Nothing else in the product reads one.
public enum SystemClock {
    /// The current time, by a monotonic clock.
    public static var now: Instant { Instant(.nanoseconds(cplatform_monotonic_nanoseconds())) }

    /// Seconds since 1970-01-01 UTC.
    public static var wallSeconds: Int { Int(cplatform_wall_seconds()) }
}
