/// A signal that remembers its newest value: a subscriber gets that one at once, then each later one.
public final class Relay<Value> {
    private let subject = Subject<Value>()

    /// The newest value. It is up to date at once, also while an older value is still being delivered.
    public private(set) var value: Value

    /// A relay that holds `value`.
    public init(_ value: Value) {
        self.value = value
    }

    /// Makes `value` the newest and hands it to every subscriber; during a delivery, queues it behind the current one.
    public func accept(_ value: Value) {
        self.value = value
        subject.send(value)
    }

    /// Changes the newest value in place, and hands it to every subscriber like `accept`.
    public func update(_ change: (inout Value) -> Void) {
        change(&value)
        subject.send(value)
    }

    /// The newest value, then each later one.
    public var signal: Signal<Value> {
        Signal { [self] receive in
            receive(value)
            return subject.signal.subscribe(receive)
        }
    }
}
