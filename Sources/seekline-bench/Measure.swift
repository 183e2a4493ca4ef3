import Glibc

/// Measures how long something takes.
enum Measure {
    /// Microseconds that one run of `body` takes: the median of 15 samples of about 20 ms each.
    static func microseconds(_ body: () -> Void) -> Double {
        var runs = 1
        while nanoseconds(of: runs, body) < 20_000_000 { runs *= 2 }
        let samples = (0..<15).map { _ in nanoseconds(of: runs, body) / Double(runs) / 1000 }
        return samples.sorted()[samples.count / 2]
    }

    private static func nanoseconds(of runs: Int, _ body: () -> Void) -> Double {
        let start = now
        for _ in 0..<runs { body() }
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
