extension Signal {
    /// The values of the signal that was made from the newest value; the one before it is cancelled.
    ///
    /// Latest wins twice over. The older signal is cancelled before the newer one is made, and if it speaks all the
    /// same, nobody hears it.
    ///
    ///     in             a------b-----
    ///     a becomes      -1--2---3--4-     (3 and 4 never come)
    ///     b becomes             --x--y
    ///     out            -1--2----x--y
    @inlinable
    public func flatMapLatest<Other>(_ transform: @escaping (Value) -> Signal<Other>) -> Signal<Other> {
        Signal<Other> { receive in
            var generation = 0
            var inner: Subscription?
            let outer = subscribe { value in
                generation += 1
                let mine = generation
                inner?.cancel()
                inner = nil
                let subscription = transform(value).subscribe { other in
                    if mine == generation { receive(other) }
                }
                // A value that the new signal had ready may have led to a newer one already.
                if mine == generation {
                    inner = subscription
                } else {
                    subscription.cancel()
                }
            }
            return Subscription {
                generation += 1
                outer.cancel()
                inner?.cancel()
            }
        }
    }
}
