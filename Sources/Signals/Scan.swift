extension Signal {
    /// Folds each value into the state that `relay` holds, and has the relay tell the new state.
    ///
    /// The relay stands in the place of an accumulator, so that whoever decides what to do with the next value can see
    /// the state. A value that arrives because of a state that is just being told is folded at once, and told after it.
    public func scan<State>(into relay: Relay<State>, _ apply: @escaping (inout State, Value) -> Void) -> Subscription {
        subscribe { value in relay.update { apply(&$0, value) } }
    }
}
