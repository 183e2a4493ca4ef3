import Time

/// A source that searches what others change without notifying it: files.
public protocol WatchedSource: Source {
    /// Returns a watcher that looks for changes from now on, until its last reference is released, on whatever thread.
    /// There may be several. This is called on the loop that serves the clients.
    func watcher() -> any Watcher
}

/// Checks from time to time whether what a source searches has changed, for as long as somebody sees a list of it.
public protocol Watcher: AnyObject, Sendable {
    /// Returns whether it differs from when the source last made a list of it, or from the last call of this: a list
    /// made since then need not be the only one that is shown. It is called away from the loop that serves the clients,
    /// about once a second, and may take a moment: the longer it takes, the less often it is called.
    func hasChanged(at now: Instant) -> Bool
}

extension WatchedSource {
    /// The source itself.
    public var watched: (any WatchedSource)? { self }
}
