extension Signal {
    /// The same signal, run once however many subscribe: the first one starts it, the last one to leave ends it.
    public func share() -> Signal<Value> {
        let subject = Subject<Value>()
        var subscribers = 0
        var upstream: Subscription?
        return Signal { receive in
            let subscription = subject.signal.subscribe(receive)
            subscribers += 1
            if subscribers == 1 { upstream = subscribe(subject.send) }
            return Subscription {
                subscription.cancel()
                subscribers -= 1
                if subscribers == 0 {
                    upstream?.cancel()
                    upstream = nil
                }
            }
        }
    }
}
