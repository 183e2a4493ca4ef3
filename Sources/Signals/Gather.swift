/// Something that comes in parts, of which two that follow each other can be put together.
public protocol Gatherable {
    /// Whether nothing comes behind it.
    var isLast: Bool { get }
    /// Puts the one that follows it behind it.
    mutating func append(_ later: Self)
}

extension Signal {
    /// The parts that come within `interval` of the first, as one; the last part, and a failure, bring
    /// with them at once what has been gathered.
    ///
    ///     in     a-b--------c-d|
    ///     for 4  ----ab-------cd
    @inlinable
    public func gather<Part: Gatherable, Failure>(
        for interval: Duration, on timeline: Timeline
    ) -> Signal<Value> where Value == Result<Part, Failure> {
        Signal { receive in
            var gathered: Part?
            func tell() {
                guard let part = gathered else { return }
                gathered = nil
                receive(.success(part))
            }
            let timer = timeline.timer(tell)
            let upstream = subscribe { value in
                switch value {
                case .success(let part):
                    let isFirst = gathered?.append(part) == nil
                    if isFirst { gathered = part }
                    if part.isLast {
                        timer.stop()
                        tell()
                    } else if isFirst {
                        timer.set(after: interval)
                    }
                case .failure:
                    timer.stop()
                    tell()
                    receive(value)
                }
            }
            return Subscription {
                upstream.cancel()
                timer.stop()
            }
        }
    }
}
