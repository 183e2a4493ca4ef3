import SearchSource
import Signals

/// Everything that a search box and its list are at one moment.
///
///     status      initial ──search──→ fetching ──page──→ loadMore ⇄ fetching ──last page──→ full
///                    ↑                   │ ↑                             │
///                    └──────clear────────┤ └──retry, refresh, search─────┤
///                                        └───────────failure──────────→ error
///
/// It changes in one way: `decide` says what a trigger means now, and `apply` does it. Both are pure, and between
/// them they are the sixteen rules of `protocol/README.md`; when triggers come is a matter of the operators in
/// `SearchViewModel`. Left out: details (rule 16) except for which one is opening, and everything about requests.
public struct SearchState: Equatable, Sendable {
    /// How this search box behaves.
    public let pacing: Pacing

    // MARK: The text

    /// The text in the search box, without white space at its ends.
    public internal(set) var text = ""

    /// A text whose typing has not paused for long enough yet. Each keystroke is another one, also with equal text.
    struct Typing: Equatable, Sendable {
        var text: String
        var keystroke: Int
        var debounce: Milliseconds
    }

    /// What waits for its debounce.
    var typing: Typing?

    /// Whether an input method has not confirmed the text.
    var isComposing = false

    /// How many keystrokes there have been.
    var keystrokes = 0

    // MARK: The query

    /// The text that settled last (rule 4), whether it was long enough or not.
    var settled: String?

    /// What `refresh` reloads; nil if there is no query yet, which is not the same as the empty query.
    public internal(set) var query: String?

    /// Counts searches, refreshes and clearings (rule 6).
    public internal(set) var generation = 0

    // MARK: The list

    /// The list as it is shown.
    public internal(set) var list = ResultList()

    /// What runs.
    public internal(set) var load: Load?

    /// The attempt that failed last, as long as nothing has been tried since.
    public internal(set) var failure: Failure?

    /// The failure that stood when what runs began: it stands again if that is cancelled.
    var interruptedFailure: Failure?

    /// Whether what runs has been called stalled.
    public internal(set) var isStalled = false

    /// How many items the list is to hold before loading ends (rule 7).
    var need: Int?

    /// How many pages in a row have added nothing (rule 13).
    var barrenPages = 0

    /// How many loads there have been.
    var loads = 0

    // MARK: Backing off (rule 7)

    /// How many times in a row the next page has failed.
    var pageFailures = 0

    /// Until when the next page is not tried again, unless by `retry`.
    public internal(set) var backsOffUntil: Instant?

    /// A wish for the next page, to be granted when the back-off is over.
    struct Wish: Equatable, Sendable {
        var need: Int?
        var due: Instant
    }

    /// What was asked for during the back-off.
    var wish: Wish?

    // MARK: Beside the list

    /// The detail that is opening.
    public internal(set) var opening: Opening?

    /// Whether the input has ended: what runs may finish, nothing follows it.
    var isDraining = false

    // MARK: What the last change reports

    /// The position from which on the list has changed.
    public internal(set) var listChangedFrom: Int?

    /// The failure that has come to stand.
    public internal(set) var raised: Failure?

    /// What became of the detail that was opening.
    public internal(set) var openingEnd: OpeningEnd?

    /// The state of a search box in which nothing has been typed.
    public init(pacing: Pacing) {
        self.pacing = pacing
    }
}

/// The list as it is shown.
public struct ResultList: Equatable, Sendable {
    /// What there is behind the last item.
    public enum Rest: Equatable, Sendable {
        /// Nothing to page on: there is no list, or its search failed.
        case nothing
        /// Another page.
        case more(Cursor)
        /// The end of the list.
        case end
    }

    /// The query whose list this is; nil before the first one.
    public internal(set) var query: String?
    /// The generation in which the list last changed.
    public internal(set) var generation = 0
    /// The items, each id once.
    public internal(set) var items: [Item] = []
    /// What there is behind them.
    public internal(set) var rest = Rest.nothing
    /// Whether there was another page when the list last changed.
    public internal(set) var hasMore = false
    /// How many items there are in all, if the source says.
    public internal(set) var total: Int?
    /// What may have been meant, if the source says.
    public internal(set) var suggestion: String?

    var ids: Set<String> = []
    var pages = 0
}

extension SearchState {
    /// What keeps the text from being searched for.
    public var pending: Pending? {
        isComposing ? .composing : typing != nil ? .debounce : nil
    }

    /// Where the list is (rule 11).
    public var status: Status {
        if load != nil { return .fetching }
        if failure != nil { return .error }
        switch list.rest {
        case .nothing: return .initial
        case .more: return .loadMore
        case .end: return .full
        }
    }

    /// Whether `submit` would search (rule 10).
    public var canSubmit: Bool {
        !isComposing && isSubmittable(text) && !isSearching(text)
    }

    /// Whether a text is long enough for `submit`. In incremental mode that is any text that is not blank, or, where
    /// the source lists something for the empty query, any text at all.
    func isSubmittable(_ text: String) -> Bool {
        switch pacing.trigger {
        case .incremental: !text.isEmpty || pacing.minLength == 0
        case .submit: isLongEnough(text)
        }
    }

    /// Whether a text has the minimum length (rule 3).
    func isLongEnough(_ text: String) -> Bool {
        // Counting stops at the minimum: a text may be very long.
        text.prefix(pacing.minLength).count == pacing.minLength
    }

    /// Whether a search of just this text is running.
    func isSearching(_ text: String) -> Bool {
        load?.kind == .search && load?.query == text
    }

    /// Whether the list is in order for `text`: shown, or being loaded, and nothing has failed since.
    func isCurrent(_ text: String) -> Bool {
        if let load { return load.query == text }
        return failure == nil && list.rest != .nothing && list.query == text
    }
}
