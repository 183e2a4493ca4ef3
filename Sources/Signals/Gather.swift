import Time

/// A part of something larger, which can be joined with the part that follows it.
public protocol Gatherable {
    /// Whether this is the last part.
    var isLast: Bool { get }
    /// Whether `later`, the next part, may be appended: whether both together are not too much to handle at once.
    func hasRoom(for later: Self) -> Bool
    /// Appends `later`, the next part.
    mutating func append(_ later: Self)
}

extension Signal {
    /// Joins the parts that come within `interval` of the first. The last part, or a failure, ends the wait at once.
    /// What is too much for one part is emitted as several, `pause` apart, so that other work gets a turn in between.
    ///
    ///     in                 a-b--------c-d|
    ///     for 4              ----ab-------cd
    ///     in                 A-------bcD--------
    ///     no two fit         A---------b-c-D----  (pause 2; a capital is a last part)
    @inlinable
    public func gather<Part: Gatherable, Failure>(
        for interval: Duration, pause: Duration, on timeline: Timeline
    ) -> Signal<Value> where Value == Result<Part, Failure> {
        Signal { receive in
            let gathering = Gathering(for: interval, pause: pause, on: timeline, receive)
            let upstream = subscribe(gathering.take)
            return Subscription {
                upstream.cancel()
                gathering.stop()
            }
        }
    }
}

/// What has arrived and has not been emitted yet.
@usableFromInline
final class Gathering<Part: Gatherable, Failure: Error> {
    @usableFromInline let interval: Duration
    private let pause: Duration
    private let timeline: Timeline
    @usableFromInline let receive: (Result<Part, Failure>) -> Void

    /// The parts to emit, none of which has room for the next. The timer runs as long as there are any.
    @usableFromInline var parts: [Part] = []
    /// The failure that follows them.
    @usableFromInline var failure: Failure?
    /// Whether other work is having its turn before the first of them is emitted: nothing shortens that pause.
    @usableFromInline var isPausing = false
    @usableFromInline lazy var timer = timeline.timer { [unowned self] in tell() }

    @usableFromInline
    init(
        for interval: Duration, pause: Duration, on timeline: Timeline,
        _ receive: @escaping (Result<Part, Failure>) -> Void
    ) {
        self.interval = interval
        self.pause = pause
        self.timeline = timeline
        self.receive = receive
    }

    @inlinable
    func take(_ value: Result<Part, Failure>) {
        switch value {
        case .success(let part):
            if let last = parts.indices.last {
                if parts[last].hasRoom(for: part) { parts[last].append(part) } else { parts.append(part) }
            } else if part.isLast {
                return receive(value)
            } else {
                parts = [part]
                timer.set(after: interval)
            }
            guard part.isLast else { return }
        case .failure(let error):
            if parts.isEmpty { return receive(value) }
            failure = error
        }
        if isPausing { return }
        timer.stop()
        tell()
    }

    @usableFromInline
    func tell() {
        let part = parts.removeFirst()
        isPausing = !parts.isEmpty
        if isPausing { timer.set(after: pause) }
        receive(.success(part))
        if !isPausing, let failure { receive(.failure(failure)) }
    }

    @usableFromInline
    func stop() {
        if !parts.isEmpty { timer.stop() }
    }
}
