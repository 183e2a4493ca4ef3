internal import CPlatform

/// A child process, and whatever it has started in its group.
public struct ProcessGroup: Hashable, Sendable {
    /// Its number: that of the child, which leads it.
    public let number: Int32

    /// Whether there is any process in it. An ended child counts until it is reaped.
    public var isAlive: Bool {
        Int(cplatform_signal_group(number, 0)) != -Int(cplatform_no_such_process)
    }

    /// Asks all of its processes to end: SIGTERM.
    public func end() {
        _ = cplatform_signal_group(number, cplatform_terminate)
    }

    /// Ends all of its processes at once: SIGKILL.
    public func kill() {
        _ = cplatform_signal_group(number, cplatform_kill)
    }
}
