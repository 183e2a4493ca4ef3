extension Signal {
    /// Each value, transformed; those that come out as nil are left out.
    public func compactMap<Other>(_ transform: @escaping (Value) -> Other?) -> Signal<Other> {
        Signal<Other> { receive in
            subscribe { value in
                if let other = transform(value) { receive(other) }
            }
        }
    }
}
