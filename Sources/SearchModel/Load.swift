import SearchSource

/// One load of one page: what runs, or what ran when something failed. (A class: it is looked at at every change.)
public final class Load: Sendable {
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
    public let id: Int

    /// Why the page is loaded.
    public let kind: Kind

    /// The query.
    public let query: String

    /// Where the page begins; nil for the first one.
    public let cursor: Cursor?

    /// How many rows are asked for, if not as many as a page has.
    public let rows: Int?

    /// What the source has kept for the next page of the list that this load is to replace.
    public let replaced: (any AnyObject & Sendable)?

    /// Whether somebody has submitted the query.
    public let isSubmitted: Bool

    /// Whether this asks again for what failed of the list: nothing is said of its end then.
    public let isAgain: Bool

    /// Whether this only looks whether the list has changed: nothing that belongs to the list may end for it.
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
    /// Two loads are the same if they have the same number.
    public static func == (left: Load, right: Load) -> Bool { left.id == right.id }
}

/// A load that failed, and why. (A class: it is rare, and what may hold one stays small.)
public final class Failure: Sendable {
    /// What failed.
    public let load: Load

    /// Why.
    public let error: SourceError

    init(load: Load, error: SourceError) {
        self.load = load
        self.error = error
    }
}

/// What became of the latest attempt on the list.
public enum Attempt: Sendable {
    /// Nothing runs, and nothing has failed since the list came.
    case none
    /// It runs. (Indirect: how far it is takes much room, and most of the time nothing runs.)
    indirect case running(Run)
    /// It has failed, and nothing has been tried since.
    case failed(Failure)
}

/// A load that runs, and how far it is.
public struct Run: Sendable {
    /// The load.
    public internal(set) var load: Load

    /// Whether it has been called stalled (rule 15).
    public internal(set) var isStalled = false

    /// How many items the list is to hold before loading ends (rule 7).
    var need: Int?

    /// How many pages in a row have added nothing (rule 13).
    var barrenPages = 0

    /// The failure that stood when loading began: it stands again if that is cancelled.
    var interrupted: Failure?

    /// Whether the source had changed since the list was read that this load is to replace.
    var wasOwnRefreshWanted = false

    /// How many items the parts of the page that have come hold.
    var received = 0

    /// How many of them were new to the list.
    var added = 0

    init(_ load: Load, need: Int? = nil, interrupted: Failure? = nil) {
        self.load = load
        self.need = need
        self.interrupted = interrupted
    }

    /// Whether rows of a new list are shown of which more parts are to come.
    var hasShownParts: Bool { load.kind == .search && added > 0 }
}
