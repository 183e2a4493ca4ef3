/// A push stream: every subscriber is handed each value synchronously, in the order in which they come.
///
/// A signal never fails and never completes. A failure is a value like any other (`Result`, an error enum), so no
/// operator can end the stream because one thing went wrong; a stream ends when its subscription is cancelled.
///
/// Signals are not thread-safe and need no locks: everything happens on the thread that feeds the sources.
public struct Signal<Value> {
    @usableFromInline let connect: (@escaping (Value) -> Void) -> Subscription

    /// A signal that runs `connect` for each subscriber.
    ///
    /// `connect` may emit values before it returns. Once the subscription that it returns is cancelled, it must not
    /// emit any.
    @inlinable
    public init(_ connect: @escaping (@escaping (Value) -> Void) -> Subscription) {
        self.connect = connect
    }

    /// Calls `receive` with each value until the subscription is cancelled.
    ///
    /// Dropping the subscription does not cancel it.
    @discardableResult @inlinable
    public func subscribe(_ receive: @escaping (Value) -> Void) -> Subscription {
        connect(receive)
    }

    /// Returns a signal of one value, which it emits while the subscriber subscribes.
    @inlinable
    public static func just(_ value: Value) -> Signal<Value> {
        Signal { receive in
            receive(value)
            return Subscription {}
        }
    }
}
