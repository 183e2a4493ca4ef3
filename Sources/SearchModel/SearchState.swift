import SearchSource
import Signals
import Time

/// The state of a search box and its list.
///
///     status      initial ──search──→ fetching ──page──→ loadMore ⇄ fetching ──last page──→ full
///                    ↑                   │ ↑                             │
///                    └──────clear────────┤ └──retry, refresh, search─────┤
///                                        └───────────failure──────────→ error
///
/// It changes in one way: `decide` says what a trigger means now, and `apply` does it and reports the effects that are
/// not kept. Both are pure, and together they implement the rules of `protocol/README.md`. When to send the triggers
/// that do not come from outside is up to the operators in `SearchViewModel`, which observe what is requested here:
/// `debounce`, `load`, `probe`, `opening` and the two instants at which something is due. Requests are not part of it.
public struct SearchState: Sendable {
    /// How this search box behaves.
    public let pacing: Pacing

    /// The relevant traits of the source.
    let traits: Traits

    /// Whether the next page is retried only after the wait that a server asks for.
    let heedsRetryAfter: Bool

    // MARK: The text

    /// The text in the search box, without leading or trailing white space.
    public internal(set) var text = ""

    /// What keeps the text in the search box from being searched for.
    @usableFromInline var typing = Typing.quiet

    /// The text that settled last (rule 4), whether it was long enough or not.
    var settled: String?

    /// The query that `refresh` reloads; nil if there is none yet, which is not the same as the empty query.
    public internal(set) var query: String?

    /// Whether that query was submitted.
    var isQuerySubmitted = false

    // MARK: The list

    /// Counts searches, refreshes and clearings (rule 6).
    public internal(set) var generation = 0

    /// The list as it is shown.
    public internal(set) var list = ResultList()

    /// The running load, or the one that failed.
    public internal(set) var attempt = Attempt.none {
        didSet { if let load = heldBack?.load, load != run?.load { heldBack = nil } }
    }

    /// The list from the parts of the running refresh. It is shown once it is complete.
    var heldBack: (load: Load, list: ResultList)?

    /// The back-off of the next page after it has failed (rule 7); nil if it has not, or has come since.
    var backOff: BackOff?

    /// The time until which a refresh bars the next one (rule 8).
    var refreshBarredUntil: Instant?

    /// What there is to do because the source has changed.
    var ownRefresh = OwnRefresh()

    /// Whether the client has yet to give more items to search (rule 19).
    public internal(set) var isGrowing = false

    // MARK: Everything else

    /// The detail that is opening.
    public internal(set) var opening: Opening?

    /// Whether the input has ended: a running load may finish, but nothing follows it.
    var isDraining = false

    /// The last number that was given to a load or a debounce.
    private var serial = 0

    /// The state of a search box before anything has been typed.
    public init(pacing: Pacing, traits: Traits = Traits(), heedsRetryAfter: Bool = true) {
        self.pacing = pacing
        self.traits = traits
        self.heedsRetryAfter = heedsRetryAfter
    }

    /// Replaces the list that is shown. Returns the old one, if it is long.
    mutating func replaceList(by other: ResultList) -> GoneList? {
        defer { list = other }
        return GoneList(list)
    }

    /// Takes the list out of a search box that is closed. Returns it, if it is long.
    public mutating func takeList() -> GoneList? {
        replaceList(by: ResultList())
    }

    /// Returns a number that is unique in this session.
    mutating func nextSerial() -> Int {
        serial += 1
        return serial
    }
}

extension SearchState {
    /// The traits of a source that the view-model must know.
    public struct Traits: Hashable, Sendable {
        /// Whether it makes its lists on this machine, so that it can be asked without anybody noticing.
        public var isLocal = false

        /// Whether the client gives it the items that it searches (rule 19).
        public var isFilled = false

        /// Whether a submitted query asks for something different than a typed one.
        public var heedsSubmit = false

        /// Whether an empty page can be followed by another one.
        public var saysItsEnd = false

        /// Whether it asks several other sources (rule 20).
        public var isUnion = false

        /// The traits of a remote source.
        public init() {}

        /// The traits of `source`.
        public init(_ source: any Source) {
            let info = source.info
            isLocal = info.isLocal
            isFilled = source.itemHolder != nil
            heedsSubmit = info.heedsSubmit
            saysItsEnd = info.saysItsEnd
            isUnion = info.isUnion
        }
    }
}

extension SearchState {
    /// The running load.
    public var load: Load? { if case .running(let run) = attempt { run.load } else { nil } }

    /// The running load and its progress. Setting nil has no effect: a load that has ended has already been replaced by
    /// something else.
    var run: Run? {
        get { if case .running(let run) = attempt { run } else { nil } }
        set { if let newValue { attempt = .running(newValue) } }
    }

    /// Whether a load is running.
    public var isLoading: Bool { if case .running = attempt { true } else { false } }

    /// The last attempt's failure, as long as nothing has been tried since.
    public var failure: Failure? { if case .failed(let failure) = attempt { failure } else { nil } }

    /// When the next page may be tried again; until then only `retry` does so.
    public var backsOffUntil: Instant? { backOff?.until }

    /// The running debounce.
    var debounce: Debounce? { if case .debouncing(let debounce) = typing { debounce } else { nil } }

    /// When a page that was requested during a back-off is due.
    var wishDue: Instant? { backOff?.wish == nil ? nil : backOff?.until }

    /// When the list of a source that has changed may be read again; nil if it need not, or must wait.
    var ownRefreshDue: Instant? {
        guard ownRefresh.isWanted, ownRefresh.probe == nil, !isLoading, pending == nil, list.isThere, !isDraining
        else { return nil }
        return ownRefresh.lastBegan?.advanced(by: OwnRefresh.leastInterval(traits, rows: wantedRows)) ?? Instant()
    }

    /// What keeps the text from being searched for.
    @inlinable public var pending: Pending? {
        switch typing {
        case .quiet: nil
        case .debouncing: .debounce
        case .composing: .composing
        }
    }

    /// The status of the list (rule 11).
    public var status: Status {
        switch attempt {
        case .running: return .fetching
        case .failed: return .error
        case .none: break
        }
        switch list.rest {
        case .nothing: return .initial
        case .more: return .loadMore
        case .end, .missing: return .full
        }
    }

    /// Whether `submit` would search (rule 10).
    public var canSubmit: Bool {
        if case .composing = typing { return false }
        return pacing.isSubmittable(text) && !isSearching(text)
    }

    /// How many grapheme clusters the text in the search box is short of the minimum length (rule 3); 0 if long enough.
    public var shortBy: Int { pacing.shortage(of: text) }

    /// Whether a text has the minimum length (rule 3).
    func isLongEnough(_ text: String) -> Bool {
        pacing.shortage(of: text) == 0
    }

    /// Whether a search for exactly this text is running, as `submit` would start it.
    func isSearching(_ text: String) -> Bool {
        guard let load, load.kind == .search, load.isSubmitted || !traits.heedsSubmit else { return false }
        return load.query.hasSameBytes(as: text)
    }

    /// Whether the list for `text` is shown or being loaded, and nothing has failed since.
    func isCurrent(_ text: String) -> Bool {
        switch attempt {
        case .running(let run): run.load.query.hasSameBytes(as: text)
        case .failed: false
        case .none: list.isWhole && list.query?.hasSameBytes(as: text) == true
        }
    }

    /// Whether `text` is the one that settled last.
    func isSettled(_ text: String) -> Bool {
        settled?.hasSameBytes(as: text) == true
    }
}
