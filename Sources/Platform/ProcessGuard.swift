internal import CPlatform

/// A process that outlives this one by a moment, and ends the process groups that are left: nothing that was started
/// here keeps running when this process is gone, however it ended.
///
/// It reads from a pipe whose other end only this process has. When that closes, it ends all groups that it was told
/// of, as `ProcessGroup.end` and `kill` do.
public struct ProcessGuard: Sendable {
    let descriptor: Descriptor
    let process: Int32

    /// Starts a guard.
    public init() throws(SystemError) {
        var process: Int32 = 0
        let answer = cplatform_start_guard(&process)
        guard answer >= 0 else { throw SystemError(answer: Int(answer)) }
        descriptor = Descriptor(answer)
        self.process = process
    }

    /// Has a group ended if it is left. (Children add themselves, before they run their programs.)
    public func add(_ group: ProcessGroup) {
        _ = cplatform_tell_guard(descriptor.number, group.number, 1)
    }

    /// Forgets a group: it is empty, and its number may be given to others.
    public func remove(_ group: ProcessGroup) {
        _ = cplatform_tell_guard(descriptor.number, group.number, 0)
    }

    /// Closes the pipe to the guard, which then ends, and has it reaped.
    public func forget() {
        cplatform_close(descriptor.number)
        // It may have groups to end first. Without another thread, it stays a zombie until this process ends.
        let process = process
        try? WorkerThread.start { cplatform_await_exit(process) }
    }
}
