extension Signal {
    /// The values of all `signals`, as they come.
    ///
    /// The signals are subscribed to in the order given. Where two of them hang on one source, that is the order in
    /// which they see its value.
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
