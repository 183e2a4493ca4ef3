extension Signal {
    /// Emits the values of all `signals`, as they come.
    ///
    /// The signals are subscribed to in the order given, so those that share a source see its values in that order.
    @inlinable
    public static func merge(_ signals: Signal<Value>...) -> Signal<Value> {
        Signal { receive in
            let upstreams = signals.map { $0.subscribe(receive) }
            return Subscription {
                for upstream in upstreams { upstream.cancel() }
            }
        }
    }
}
