/// What is left to undo of one `Signal.subscribe`.
public class Subscription {
    private var onCancel: (() -> Void)?

    /// Whether it has ended.
    @exclusivity(unchecked) @usableFromInline final var isCancelled = false

    /// A subscription that runs `onCancel` once, at the first `cancel()`.
    public init(_ onCancel: (() -> Void)? = nil) {
        self.onCancel = onCancel
    }

    /// Ends the subscription: no value comes any more, and timers and work behind it stop.
    ///
    /// Calling it again does nothing. It may be called from inside a delivery.
    public func cancel() {
        isCancelled = true
        let action = onCancel
        onCancel = nil
        action?()
    }
}
