/// A signal that is fed by hand.
///
/// Three rules for what happens *during* a delivery, each so that all subscribers see the same values in the same
/// order:
/// - A value that is sent meanwhile waits until the current one has reached everybody.
/// - Whoever cancels meanwhile gets nothing more, not even the current value.
/// - Whoever subscribes meanwhile gets the next value first, not the current one.
public final class Subject<Value> {
    @usableFromInline
    final class Observer {
        @usableFromInline var receive: ((Value) -> Void)?
        @usableFromInline init(_ receive: @escaping (Value) -> Void) { self.receive = receive }
    }

    @usableFromInline var observers: [Observer] = []
    @usableFromInline var waiting: [Value] = []
    @usableFromInline var isSending = false

    /// A subject without subscribers.
    public init() {}

    /// Hands `value` to every subscriber; during a delivery, queues it.
    @inlinable
    public func send(_ value: Value) {
        if isSending {
            waiting.append(value)
            return
        }
        isSending = true
        deliver(value)
        while !waiting.isEmpty {
            deliver(waiting.removeFirst())
        }
        isSending = false
    }

    @inlinable
    func deliver(_ value: Value) {
        for observer in observers {
            observer.receive?(value)
        }
    }

    /// What is sent from now on.
    public var signal: Signal<Value> {
        Signal { [self] receive in
            let observer = Observer(receive)
            observers.append(observer)
            return Subscription { [self] in
                observer.receive = nil
                observers.removeAll { $0 === observer }
            }
        }
    }
}
