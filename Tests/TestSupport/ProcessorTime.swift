import Foundation

/// How long this thread keeps a processor for `work`. However busy the machine is, that stays about the same.
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
