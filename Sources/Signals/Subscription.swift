/// The handle with which one `Signal.subscribe` is undone.
public class Subscription {
    private var onCancel: (() -> Void)?

    /// Whether it has been cancelled.
    @exclusivity(unchecked) @usableFromInline final var isCancelled = false

    /// A subscription that runs `onCancel` once, at the first `cancel()`.
    public init(_ onCancel: (() -> Void)? = nil) {
        self.onCancel = onCancel
    }

    /// Ends the subscription: it delivers no more values, and the timers and work behind it stop.
    ///
    /// Calling it again does nothing. It may be called from inside a delivery.
    public func cancel() {
        isCancelled = true
        let action = onCancel
        onCancel = nil
        action?()
    }
}
