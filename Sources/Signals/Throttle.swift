extension Signal {
    /// A value, then none of those that come within `interval` milliseconds after it.
    ///
    /// The swallowed ones are gone, so this is for triggers of which one is as good as many. A value exactly
    /// `interval` after the last that passed, passes.
    ///
    ///     in     a-b--c--d
    ///     for 5  a----c---
    public func throttle(for interval: Milliseconds, on timeline: Timeline) -> Signal<Value> {
        Signal { receive in
            var opensAt: Instant?
            return subscribe { value in
                if let opensAt, timeline.now < opensAt { return }
                opensAt = timeline.now.advanced(by: interval)
                receive(value)
            }
        }
    }
}
