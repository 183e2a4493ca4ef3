extension Signal {
    /// The newest value, once none has come for the delay that it asks for.
    ///
    /// `delay` is asked for each value, in milliseconds. 0 passes the value on at once, instead of what waited. Nil
    /// drops what waited, and the value too.
    ///
    ///     in     a--b----------c-d!
    ///     for 3  -------b---------d     (d! asks for 0)
    @inlinable
    public func debounce(for delay: @escaping (Value) -> Milliseconds?, on timeline: Timeline) -> Signal<Value> {
        Signal { receive in
            var waiting: Value?
            let timer = timeline.timer {
                guard let value = waiting else { return }
                waiting = nil
                receive(value)
            }
            let upstream = subscribe { value in
                switch delay(value) {
                case nil:
                    waiting = nil
                    timer.stop()
                case 0:
                    waiting = nil
                    timer.stop()
                    receive(value)
                case .some(let milliseconds):
                    waiting = value
                    timer.set(after: milliseconds)
                }
            }
            return Subscription {
                upstream.cancel()
                timer.stop()
            }
        }
    }
}
