extension Signal {
    /// Emits the newest value once no other has come for the delay that it asks for.
    ///
    /// `delay` is called with each value. Zero emits it at once and drops the one that is waiting; nil drops both.
    ///
    ///     in     a--b----------c-d!
    ///     for 3  -------b---------d     (d! asks for 0)
    @inlinable
    public func debounce(for delay: @escaping (Value) -> Duration?, on timeline: Timeline) -> Signal<Value> {
        Signal { receive in
            let waiting = Debouncing(on: timeline, receive)
            waiting.upstream = subscribe { value in
                switch delay(value) {
                case nil: waiting.end()
                case .zero?:
                    waiting.end()
                    receive(value)
                case .some(let delay): waiting.begin(value, delay)
                }
            }
            return waiting
        }
    }
}

/// One subscription to `debounce`, with the value that is waiting.
@usableFromInline
final class Debouncing<Value>: Subscription {
    // No access calls out to other code, so no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var upstream: Subscription?
    @exclusivity(unchecked) @usableFromInline var waiting: Value?
    @exclusivity(unchecked) @usableFromInline var timer: Timeline.Timer?

    @inlinable
    init(on timeline: Timeline, _ receive: @escaping (Value) -> Void) {
        super.init()
        timer = timeline.timer { [self] in
            guard let value = waiting else { return }
            waiting = nil
            receive(value)
        }
    }

    @inlinable
    func begin(_ value: Value, _ delay: Duration) {
        waiting = value
        timer?.set(after: delay)
    }

    @inlinable
    func end() {
        waiting = nil
        timer?.stop()
    }

    @usableFromInline
    override func cancel() {
        super.cancel()
        upstream?.cancel()
        end()
        // The timer retains `self`: break the cycle.
        timer = nil
    }
}
