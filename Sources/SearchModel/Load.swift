import SearchSource

/// One load of one page: what runs, or what ran when something failed.
public struct Load: Hashable, Sendable {
    /// Why the page is loaded.
    public enum Kind: String, Sendable, CaseIterable {
        /// The first page of a new list.
        case search
        /// The next page of the list.
        case page
        /// The first page of the list that is shown, anew.
        case refresh
    }

    /// A number that no other load of the session has.
    public var id: Int

    /// Why the page is loaded.
    public var kind: Kind

    /// The query.
    public var query: String

    /// Where the page begins; nil for the first one.
    public var cursor: Cursor?
}

/// A load that failed, and why.
public struct Failure: Hashable, Sendable {
    /// What failed.
    public var load: Load

    /// Why.
    public var error: SourceError
}

/// A detail that is being opened.
public struct Opening: Hashable, Sendable {
    /// A number that no other opening of the session has.
    public var serial: Int

    /// The id of the item.
    public var id: String

    /// An opening.
    public init(serial: Int, id: String) {
        self.serial = serial
        self.id = id
    }
}

/// What became of a detail that was opening.
public struct OpeningEnd: Equatable, Sendable {
    /// Which one it was.
    public var opening: Opening

    /// The detail, or why there is none; nil if a newer one or a cancel ended it.
    public var result: Result<Detail, SourceError>?
}
