/// A signal that is fed by hand.
///
/// Three rules apply *during* a delivery, so that all subscribers see the same values in the same order:
/// - A value that is sent meanwhile waits until the current one has reached everybody.
/// - A subscriber that cancels meanwhile gets nothing more, not even the current value.
/// - A subscriber that joins meanwhile gets the next value first, not the current one.
public final class Subject<Value> {
    // No access calls out to other code, so no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var observers: [Observer] = []
    @exclusivity(unchecked) @usableFromInline var waiting: [Value] = []
    @exclusivity(unchecked) @usableFromInline var isSending = false

    /// A subject without subscribers.
    public init() {}

    /// Delivers `value` to every subscriber; during a delivery, queues it.
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
        // Observers that join or leave meanwhile change another copy. A span, because iterating over the array would
        // retain each observer.
        let present = observers
        let observers = present.span
        for index in observers.indices where !observers[index].subscription.isCancelled {
            observers[index].receive(value)
        }
    }

    /// The values that are sent from now on.
    @inlinable public var signal: Signal<Value> {
        Signal { [self] receive in
            let subscription = Membership(in: self)
            observe(receive, until: subscription)
            return subscription
        }
    }

    /// Calls `receive` with every value from now on. To end this, cancel `subscription` and pass it to `leave`.
    @inlinable
    func observe(_ receive: @escaping (Value) -> Void, until subscription: Subscription) {
        observers.append(Observer(subscription: subscription, receive: receive))
    }

    @usableFromInline
    func leave(_ subscription: Subscription) {
        observers.removeAll { $0.subscription === subscription }
    }

    @usableFromInline
    struct Observer {
        @usableFromInline let subscription: Subscription
        @usableFromInline let receive: (Value) -> Void

        @inlinable
        init(subscription: Subscription, receive: @escaping (Value) -> Void) {
            self.subscription = subscription
            self.receive = receive
        }
    }

    /// The subscription of an observer that only receives.
    @usableFromInline
    final class Membership: Subscription {
        private let subject: Subject

        @usableFromInline
        init(in subject: Subject) {
            self.subject = subject
            super.init()
        }

        override func cancel() {
            super.cancel()
            subject.leave(self)
        }
    }
}
