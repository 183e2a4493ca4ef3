/// A value that changes in place, and tells whoever looks at a part of it when that part has changed.
///
/// The value itself is never handed around: it may be large, and a copy would be made at each change for every
/// subscriber.
public final class Relay<Value> {
    @usableFromInline let changes = Subject<Void>()
    // Who looks at the value looks at nothing else, and calls nobody meanwhile: no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var current: Value

    /// The newest value. It is up to date at once, also while a change is still being told.
    @inlinable public var value: Value {
        _read { yield current }
    }

    /// A relay that holds `value`.
    public init(_ value: Value) {
        current = value
    }

    /// Changes the value, then tells of it; during a telling, tells of it behind the one that is under way.
    @inlinable
    public func update<Output>(_ change: (inout Value) -> Output) -> Output {
        let result = withValue(change)
        changes.send(())
        return result
    }

    /// What `part` takes from the value: as it is now, and then each time that it is another one than before.
    ///
    /// `part` gets the value in place, to look at and not to change. Where the value has changed several times before it
    /// could be told of, only the newest part is.
    @inlinable
    public func distinct<Part: Equatable>(_ part: @escaping (inout Value) -> Part) -> Signal<Part> {
        Signal { [self] receive in
            let last = Last(withValue(part))
            let subscription = changes.signal.subscribe { [self] in
                let newest = withValue(part)
                if newest == last.part { return }
                last.part = newest
                receive(newest)
            }
            receive(last.part)
            return subscription
        }
    }

    /// Lets `body` look at the value in place: no copy is made of it, which `value` may cost. `body` must not change it.
    @inlinable
    public func withValue<Output>(_ body: (inout Value) -> Output) -> Output {
        body(&current)
    }
}

/// One subscription to `distinct`: what it was told last.
@usableFromInline
final class Last<Part> {
    // It is read or written at once, and nobody is called meanwhile: no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var part: Part

    @inlinable
    init(_ part: Part) {
        self.part = part
    }
}
