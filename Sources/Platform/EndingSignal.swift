internal import CPlatform

/// A signal that asks the process to end.
///
///     comes ──→ the loop is woken ──in time──→ takes it, cleans up, `endProcess`
///                  └──not within a second──→ the signal does what it does by default
///
/// So even a process that is busy, or stuck in a call, ends. A signal that was ignored when the process began, for
/// example by `nohup`, stays ignored.
public struct EndingSignal: Hashable, Sendable {
    private let number: Int32

    /// All of them: SIGTERM, SIGINT, SIGHUP.
    private static var all: [Int32] { [cplatform_terminate, cplatform_interrupt, cplatform_hang_up] }

    /// Makes these signals wake the loop instead of doing what they do by default. The caller must keep `wakeup` alive.
    public static func watch(waking wakeup: Wakeup) {
        for signal in all { _ = cplatform_watch_signal(signal, wakeup.writeEnd.number) }
    }

    /// The first one that has arrived since they have been watched; nil if none has.
    public static var arrived: EndingSignal? {
        let number = cplatform_arrived_signal()
        return number == 0 ? nil : EndingSignal(number: number)
    }

    /// Ends the process as the signal would have.
    public func endProcess() -> Never {
        cplatform_end_by_signal(number)
    }
}
