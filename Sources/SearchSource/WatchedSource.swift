import Time

/// A source that searches what others change, without telling it: files.
public protocol WatchedSource: Source {
    /// A watcher that looks from now on, until its last reference goes, on whatever thread that is. There may be several.
    /// This is called on the loop that serves the clients.
    func watcher() -> any Watcher
}

/// Looks from time to time whether what a source searches has changed, for as long as somebody sees a list of it.
public protocol Watcher: AnyObject, Sendable {
    /// Whether it is another than when the source last made a list of it, or than when this was last asked: whose list was
    /// made since need not be all that see one. This is asked away from the loop that serves the clients, about once a
    /// second, and may take a moment: the longer it takes, the less often it is asked.
    func hasChanged(at now: Instant) -> Bool
}

extension WatchedSource {
    /// The source itself.
    public var watched: (any WatchedSource)? { self }
}
