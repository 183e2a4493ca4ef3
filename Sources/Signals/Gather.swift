import Time

/// Something that comes in parts, of which two that follow each other can be put together.
public protocol Gatherable {
    /// Whether nothing comes behind it.
    var isLast: Bool { get }
    /// Whether the one that follows it is still to be put behind it: both together are not too much to be handled at once.
    func hasRoom(for later: Self) -> Bool
    /// Puts the one that follows it behind it.
    mutating func append(_ later: Self)
}

extension Signal {
    /// The parts that come within `interval` of the first, as one; the last part, and a failure, bring
    /// with them at once what has been gathered. What is too much for one comes as several, `pause` apart: others have
    /// their turn in between.
    ///
    ///     in                 a-b--------c-d|
    ///     for 4              ----ab-------cd
    ///     in                 A-------bcD--------
    ///     two have no room   A---------b-c-D----  (pause 2)
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

/// What has come and was not handed over.
@usableFromInline
final class Gathering<Part: Gatherable, Failure: Error> {
    @usableFromInline let interval: Duration
    private let pause: Duration
    private let timeline: Timeline
    @usableFromInline let receive: (Result<Part, Failure>) -> Void

    /// Each too much to have the one behind it in it. The timer runs as long as there are any.
    @usableFromInline var parts: [Part] = []
    /// What comes behind them.
    @usableFromInline var failure: Failure?
    /// Whether others have their turn before the first of them is handed over: nothing hurries it.
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
