extension Signal where Value: Equatable {
    /// The values that differ from the one before.
    public func removeDuplicates() -> Signal<Value> {
        Signal { receive in
            var last: Value?
            return subscribe { value in
                if value == last { return }
                last = value
                receive(value)
            }
        }
    }
}
