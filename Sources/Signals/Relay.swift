/// A value that changes in place and notifies those who observe a part of it when that part has changed.
///
/// The value itself is never passed around: it may be large, and each change would copy it for every subscriber.
public final class Relay<Value> {
    @usableFromInline let changes = Subject<Void>()
    // Code that accesses the value accesses nothing else and calls nothing else meanwhile, so no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var current: Value

    /// The newest value. It is up to date even while subscribers are still being notified of a change.
    @inlinable public var value: Value {
        _read { yield current }
    }

    /// A relay that holds `value`.
    public init(_ value: Value) {
        current = value
    }

    /// Changes the value, then notifies the subscribers: at once, or after the notification that is in progress.
    @inlinable
    public func update<Output>(_ change: (inout Value) -> Output) -> Output {
        let result = withValue(change)
        changes.send(())
        return result
    }

    /// Emits what `part` extracts from the value: immediately, and then whenever it differs from before.
    ///
    /// `part` gets the value in place, and must not change it. If the value changes several times before subscribers
    /// can be notified, they get only the newest part.
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

    /// Calls `body` with the value in place, without the copy that `value` may make. `body` must not change it.
    @inlinable
    public func withValue<Output>(_ body: (inout Value) -> Output) -> Output {
        body(&current)
    }
}

/// One subscription to `distinct`, with the part that it emitted last.
@usableFromInline
final class Last<Part> {
    // No access calls out to other code, so no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var part: Part

    @inlinable
    init(_ part: Part) {
        self.part = part
    }
}
