import CSignals
import Glibc

/// A pipe to ourselves, by which other threads and signal handlers wake the loop.
struct Wakeup: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// The byte by which a worker says that it has something.
    private static let worker: UInt8 = 0

    /// A pipe; nil if the process may open no more descriptors.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Wakes the loop, from any thread.
    func wake() {
        var byte = Self.worker
        _ = write(writeEnd, &byte, 1)
    }

    /// From now on these signals wake the loop instead of doing what they do.
    func watch(_ signals: [Int32]) {
        for signal in signals { _ = csignals_report(signal, writeEnd) }
    }

    /// Empties the pipe; answers the first signal that was in it.
    func drain() -> Int32? {
        var signal: Int32?
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
            let count = read(readEnd, &bytes, bytes.count)
            guard count > 0 else { return signal }
            signal = signal ?? bytes[..<count].first { $0 != Self.worker }.map(Int32.init)
        }
    }
}
