import Signals
import Time

/// Plays the parts of a recorded answer, one after the other.
final class Playing<Value> {
    private let parts: [(wait: Duration?, value: Value)]
    private var played = 0
    private let timeline: Timeline
    private let receive: (Value) -> Void
    private var timer: Subscription?

    init(_ parts: [(Duration?, Value)], on timeline: Timeline, _ receive: @escaping (Value) -> Void) {
        self.parts = parts
        self.timeline = timeline
        self.receive = receive
    }

    func next() {
        guard played < parts.count else { return stop() }
        let part = parts[played]
        played += 1
        guard let wait = part.wait else {
            receive(part.value)
            return next()
        }
        timer = timeline.timer(at: timeline.now.advanced(by: wait)).subscribe { [self] in
            next()
            receive(part.value)
        }
    }

    func stop() {
        timer?.cancel()
        timer = nil
    }
}
