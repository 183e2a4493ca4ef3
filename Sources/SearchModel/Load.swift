import SearchSource

/// A load of one page, which is running or was running when something failed. (A class: it is looked at on every
/// change.)
public final class Load: Sendable {
    /// Why the page is loaded.
    public enum Kind: String, Sendable, CaseIterable {
        /// The first page of a new list.
        case search
        /// The next page of the list.
        case page
        /// The first page of the list that is shown, again.
        case refresh
    }

    /// A number that is unique among the loads of the session.
    public let id: Int

    /// Why the page is loaded.
    public let kind: Kind

    /// The query.
    public let query: String

    /// Where the page begins; nil for the first one.
    public let cursor: Cursor?

    /// The number of rows to request, if it is not the page size.
    public let rows: Int?

    /// What the source has kept for the next page of the list that this load is to replace.
    public let replaced: (any AnyObject & Sendable)?

    /// Whether the query was submitted.
    public let isSubmitted: Bool

    /// Whether this retries the sources that failed. Such a load does not count as a page.
    public let isAgain: Bool

    /// Whether this only checks if the list has changed. It must not end anything that belongs to the list.
    public let isProbe: Bool

    init(
        id: Int, kind: Kind, query: String, cursor: Cursor? = nil, rows: Int? = nil,
        replacing replaced: (any AnyObject & Sendable)? = nil, isSubmitted: Bool = false, isAgain: Bool = false,
        isProbe: Bool = false
    ) {
        self.isProbe = isProbe
        self.replaced = replaced
        self.isSubmitted = isSubmitted
        self.isAgain = isAgain
        self.id = id
        self.kind = kind
        self.query = query
        self.cursor = cursor
        self.rows = rows
    }
}

extension Load: Equatable {
    /// Whether both have the same number.
    public static func == (left: Load, right: Load) -> Bool { left.id == right.id }
}

/// A load that failed, and why. (A class: it is rare, and whatever may hold one stays small.)
public final class Failure: Sendable {
    /// The load.
    public let load: Load

    /// The error.
    public let error: SourceError

    init(load: Load, error: SourceError) {
        self.load = load
        self.error = error
    }
}

/// The outcome of the latest attempt to load the list.
public enum Attempt: Sendable {
    /// Nothing is running, and nothing has failed since the list came.
    case none
    /// It is running. (Indirect: a `Run` is large, and most of the time nothing is running.)
    indirect case running(Run)
    /// It has failed, and nothing has been tried since.
    case failed(Failure)
}

/// A running load, and its progress.
public struct Run: Sendable {
    /// The load.
    public internal(set) var load: Load

    /// Whether it has been reported as stalled (rule 15).
    public internal(set) var isStalled = false

    /// The number of items that the list is to have before loading ends (rule 7).
    var need: Int?

    /// The number of pages in a row that have added nothing (rule 13).
    var barrenPages = 0

    /// The failure that stood when loading began. It stands again if the load is cancelled.
    var interrupted: Failure?

    /// Whether the list that this load is to replace was out of date, because its source had changed.
    var wasOwnRefreshWanted = false

    /// The number of items in the parts of the page so far.
    var received = 0

    /// The number of those that were new to the list.
    var added = 0

    init(_ load: Load, need: Int? = nil, interrupted: Failure? = nil) {
        self.load = load
        self.need = need
        self.interrupted = interrupted
    }

    /// Whether some rows of a new list are shown and more parts are to come.
    var hasShownParts: Bool { load.kind == .search && added > 0 }
}
