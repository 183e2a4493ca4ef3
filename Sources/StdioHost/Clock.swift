import Glibc
import Signals

/// The clocks of this machine. Nothing else in the product reads one.
enum Clock {
    /// Nanoseconds of a clock that only goes forward.
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The present, as the engine counts it.
    static var now: Instant {
        Instant(nanoseconds: nanoseconds)
    }

    /// Seconds since 1970-01-01 UTC.
    static var wallSeconds: Int {
        time(nil)
    }
}
