import Foundation

/// Returns the processor time that `work` takes on this thread. It hardly depends on how busy the machine is.
public func processorTime(of work: () throws -> Void) rethrows -> Duration {
    let start = processorTimeOfThisThread()
    try work()
    return processorTimeOfThisThread() - start
}

private func processorTimeOfThisThread() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
