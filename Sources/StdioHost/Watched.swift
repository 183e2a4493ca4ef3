import Platform

/// The descriptors that the loop waits for, each by its name.
struct Watched {
    private var polled = PollSet()
    private let wakeup: PollSet.Place
    private let input: PollSet.Place
    private let output: PollSet.Place
    private let log: PollSet.Place
    private let record: PollSet.Place

    /// Creates a set of these, in addition to standard input and output.
    init(wakeup: Descriptor, log: Descriptor, record: Descriptor?) {
        self.wakeup = polled.add(wakeup, for: .readable)
        input = polled.add(.standardInput, for: nil)
        // Always watched, in case the reader goes away.
        output = polled.add(.standardOutput, for: [])
        self.log = polled.add(log, for: nil)
        self.record = polled.add(record ?? .standardOutput, for: nil)
    }

    /// Sets what to wait for in the next turn.
    mutating func watch(input: Bool, output: Bool, log: Bool, record: Bool) {
        polled.watch(self.input, for: input ? .readable : nil)
        polled.watch(self.output, for: output ? .writable : [])
        polled.watch(self.log, for: log ? .writable : nil)
        polled.watch(self.record, for: record ? .writable : nil)
    }

    /// Waits until something happens or `limit` has passed; nil for no limit.
    mutating func wait(atMost limit: Duration?) {
        polled.wait(atMost: limit)
    }

    /// Whether another thread or a signal has woken the loop.
    var isWoken: Bool { polled[wakeup] != [] }

    /// Whether there is something to read, or the end of the input.
    var hasInput: Bool { polled[input] != [] }

    /// The readiness of standard output, which shows whether the reader has gone.
    var outputReadiness: PollSet.Readiness { polled[output] }
}
