extension Signal {
    /// Each value, combined with what `relay` holds at that moment. What the relay does by itself causes nothing.
    public func withLatestFrom<State, Other>(
        _ relay: Relay<State>, _ combine: @escaping (Value, State) -> Other
    ) -> Signal<Other> {
        map { combine($0, relay.value) }
    }
}
