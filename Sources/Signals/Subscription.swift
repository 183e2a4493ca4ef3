/// What is left to undo of one `Signal.subscribe`.
public final class Subscription {
    private var onCancel: (() -> Void)?

    /// A subscription that runs `onCancel` once, at the first `cancel()`.
    public init(_ onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
    }

    /// Ends the subscription: no value comes any more, and timers and work behind it stop.
    ///
    /// Calling it again does nothing. It may be called from inside a delivery.
    public func cancel() {
        let action = onCancel
        onCancel = nil
        action?()
    }
}
