import Time

/// A source that searches what others change, without telling it: files.
public protocol WatchedSource: Source {
    /// Whether what it searches is another than when it last made a list of it, or than when this was last asked: whose list
    /// was made since need not be all that see one. One watch asks for all of them, away from the loop that serves the
    /// clients, about once a second while somebody sees such a list. It may take a moment: the longer it takes, the less
    /// often it is asked.
    func hasChanged(at now: Instant) -> Bool

    /// Nobody sees a list of it any more: it is not asked until somebody does. This is said on the loop that serves the
    /// clients.
    func isLeftAlone()
}

extension WatchedSource {
    /// Nothing is done.
    public func isLeftAlone() {}

    /// The source itself.
    public var watched: (any WatchedSource)? { self }
}
