/// Something that comes in parts, of which two that follow each other can be put together.
public protocol Gatherable {
    /// Whether nothing comes behind it.
    var isLast: Bool { get }
    /// Both as one.
    func followed(by later: Self) -> Self
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
            let timer = timeline.timer {
                guard let part = gathered else { return }
                gathered = nil
                receive(.success(part))
            }
            let upstream = subscribe { value in
                switch value {
                case .success(let part):
                    let all = gathered?.followed(by: part) ?? part
                    if part.isLast {
                        gathered = nil
                        timer.stop()
                        receive(.success(all))
                    } else {
                        if gathered == nil { timer.set(after: interval) }
                        gathered = all
                    }
                case .failure:
                    timer.stop()
                    if let part = gathered {
                        gathered = nil
                        receive(.success(part))
                    }
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
