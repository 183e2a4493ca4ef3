/// A signal that is fed by hand.
///
/// Three rules for what happens *during* a delivery, each so that all subscribers see the same values in the same
/// order:
/// - A value that is sent meanwhile waits until the current one has reached everybody.
/// - Whoever cancels meanwhile gets nothing more, not even the current value.
/// - Whoever subscribes meanwhile gets the next value first, not the current one.
public final class Subject<Value> {
    // Each is read or written at once, and nobody is called meanwhile: no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var observers: [Observer] = []
    @exclusivity(unchecked) @usableFromInline var waiting: [Value] = []
    @exclusivity(unchecked) @usableFromInline var isSending = false

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
        // Who comes or goes meanwhile changes another copy. In place: a loop over the array would hold on to each observer.
        let present = observers
        let observers = present.span
        for index in observers.indices where !observers[index].subscription.isCancelled {
            observers[index].receive(value)
        }
    }

    /// What is sent from now on.
    @inlinable public var signal: Signal<Value> {
        Signal { [self] receive in
            let subscription = Membership(in: self)
            observe(receive, until: subscription)
            return subscription
        }
    }

    /// Hands everything from now on to `receive`, until `subscription` ends and `leave` is called.
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

    /// The subscription of an observer who does nothing but receive.
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
