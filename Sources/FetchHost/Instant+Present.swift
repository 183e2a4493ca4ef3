import Platform
import Signals

extension Instant {
    /// The present, as the clock of this machine has it.
    package static var present: Instant { Instant(nanoseconds: SystemClock.monotonicNanoseconds) }
}
