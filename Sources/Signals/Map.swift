extension Signal {
    /// Transforms each value.
    @inlinable
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> Signal<Other> {
        Signal<Other> { receive in
            subscribe { receive(transform($0)) }
        }
    }
}
