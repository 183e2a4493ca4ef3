extension Signal {
    /// The values for which `isIncluded` holds.
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
        Signal { receive in
            subscribe { value in
                if isIncluded(value) { receive(value) }
            }
        }
    }
}
