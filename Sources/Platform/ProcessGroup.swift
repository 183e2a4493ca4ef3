internal import CPlatform

/// A child process, and whatever that has started in its group.
public struct ProcessGroup: Hashable, Sendable {
    /// Its number: that of the child, which leads it.
    public let number: Int32

    /// Whether anybody is in it. An ended child is, until its end is taken.
    public var isAlive: Bool {
        Int(cplatform_signal_group(number, 0)) != -Int(cplatform_no_such_process)
    }

    /// Asks all of it to end: SIGTERM.
    public func end() {
        _ = cplatform_signal_group(number, cplatform_terminate)
    }

    /// Ends all of it at once: SIGKILL.
    public func kill() {
        _ = cplatform_signal_group(number, cplatform_kill)
    }
}
