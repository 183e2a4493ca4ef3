extension Signal {
    /// The state after each value, folded from `initial`.
    ///
    /// A value that arrives because of a state that is just being handed on is folded at once, and its state follows.
    public func scan<State>(_ initial: State, _ apply: @escaping (inout State, Value) -> Void) -> Signal<State> {
        Signal<State> { receive in
            var state = initial
            return subscribe { value in
                apply(&state, value)
                receive(state)
            }
        }
    }
}
