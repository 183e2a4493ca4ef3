import SearchSource
import Signals
import Time

/// Everything that a search box and its list are at one moment.
///
///     status      initial ──search──→ fetching ──page──→ loadMore ⇄ fetching ──last page──→ full
///                    ↑                   │ ↑                             │
///                    └──────clear────────┤ └──retry, refresh, search─────┤
///                                        └───────────failure──────────→ error
///
/// It changes in one way: `decide` says what a trigger means now, and `apply` does it and reports what is not kept.
/// Both are pure, and between them they are the rules of `protocol/README.md`. When triggers come that nobody
/// sends is a matter of the operators in `SearchViewModel`, which look at what is asked for here: `debounce`, `load`,
/// `probe`, `opening` and the two instants at which something is due. Left out: everything about requests.
public struct SearchState: Sendable {
    /// How this search box behaves.
    public let pacing: Pacing

    /// What the source is like.
    let traits: Traits

    /// Whether a server that asks to wait is obeyed before the next page is tried.
    let heedsRetryAfter: Bool

    // MARK: The text

    /// The text in the search box, without white space at its ends.
    public internal(set) var text = ""

    /// What keeps the text in the box from being searched for.
    var typing = Typing.quiet

    /// The text that settled last (rule 4), whether it was long enough or not.
    var settled: String?

    /// What `refresh` reloads; nil if there is no query yet, which is not the same as the empty query.
    public internal(set) var query: String?

    /// Whether somebody has submitted that.
    var isQuerySubmitted = false

    // MARK: The list

    /// Counts searches, refreshes and clearings (rule 6).
    public internal(set) var generation = 0

    /// The list as it is shown.
    public internal(set) var list = ResultList()

    /// What runs, or what has failed.
    public internal(set) var attempt = Attempt.none {
        didSet { if let load = heldBack?.load, load != run?.load { heldBack = nil } }
    }

    /// What the parts of the refresh that runs have brought: it is shown once it is whole.
    var heldBack: (load: Load, list: ResultList)?

    /// How the next page is held off after it has failed (rule 7); nil if it has not, or has come since.
    var backOff: BackOff?

    /// Until when a refresh bars the next one (rule 8).
    var refreshBarredUntil: Instant?

    /// What is to be done because the source has changed.
    var ownRefresh = OwnRefresh()

    /// Whether more of what is searched is still to be given by the client (rule 19).
    public internal(set) var isGrowing = false

    // MARK: Beside the list

    /// The detail that is opening.
    public internal(set) var opening: Opening?

    /// Whether the input has ended: what runs may finish, nothing follows it.
    var isDraining = false

    /// The last number that was given to a load or to a keystroke.
    private var serial = 0

    /// The state of a search box in which nothing has been typed.
    public init(pacing: Pacing, traits: Traits = Traits(), heedsRetryAfter: Bool = true) {
        self.pacing = pacing
        self.traits = traits
        self.heedsRetryAfter = heedsRetryAfter
    }

    /// Puts another list in the place of the one that is shown; answers that, if it is long.
    mutating func replaceList(by other: ResultList) -> GoneList? {
        defer { list = other }
        return GoneList(list)
    }

    /// Takes the list out of a search box that goes away; answers it, if it is long.
    public mutating func takeList() -> GoneList? {
        replaceList(by: ResultList())
    }

    /// A number that nothing else in this session has.
    mutating func nextSerial() -> Int {
        serial += 1
        return serial
    }
}

extension SearchState {
    /// What of a source the view-model must know.
    public struct Traits: Hashable, Sendable {
        /// Whether it makes its lists on this machine, and so can be asked without anybody noticing.
        public var isLocal = false

        /// Whether the client gives it what it searches (rule 19).
        public var isFilled = false

        /// Whether a submitted query asks for something else than a typed one.
        public var heedsSubmit = false

        /// Whether a page without items may be followed by another one.
        public var saysItsEnd = false

        /// A remote source.
        public init() {}

        /// What `source` is like.
        public init(_ source: any Source) {
            let info = source.info
            isLocal = info.isLocal
            isFilled = source.itemHolder != nil
            heedsSubmit = info.heedsSubmit
            saysItsEnd = info.saysItsEnd
        }
    }
}

extension SearchState {
    /// What runs.
    public var load: Load? { if case .running(let run) = attempt { run.load } else { nil } }

    /// What runs, and how far it is. Setting nil changes nothing: what has ended has become something else.
    var run: Run? {
        get { if case .running(let run) = attempt { run } else { nil } }
        set { if let newValue { attempt = .running(newValue) } }
    }

    /// Whether anything loads the list.
    public var isLoading: Bool { if case .running = attempt { true } else { false } }

    /// The attempt that failed last, as long as nothing has been tried since.
    public var failure: Failure? { if case .failed(let failure) = attempt { failure } else { nil } }

    /// Until when the next page is not tried again, unless by `retry`.
    public var backsOffUntil: Instant? { backOff?.until }

    /// The debounce that runs.
    var debounce: Debounce? { if case .debouncing(let debounce) = typing { debounce } else { nil } }

    /// When a page that was wished for during a back-off is due.
    var wishDue: Instant? { backOff?.wish == nil ? nil : backOff?.until }

    /// When the list of a source that has changed may be read anew; nil if it need not, or must wait.
    var ownRefreshDue: Instant? {
        guard ownRefresh.isWanted, ownRefresh.probe == nil, !isLoading, pending == nil, list.isThere, !isDraining
        else { return nil }
        return ownRefresh.lastBegan?.advanced(by: OwnRefresh.leastInterval(traits, rows: wantedRows)) ?? Instant()
    }

    /// What keeps the text from being searched for.
    public var pending: Pending? {
        switch typing {
        case .quiet: nil
        case .debouncing: .debounce
        case .composing: .composing
        }
    }

    /// Where the list is (rule 11).
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

    /// How many grapheme clusters the text in the box lacks to have the minimum length (rule 3); 0 if it has it.
    public var shortBy: Int { pacing.shortage(of: text) }

    /// Whether a text has the minimum length (rule 3).
    func isLongEnough(_ text: String) -> Bool {
        pacing.shortage(of: text) == 0
    }

    /// Whether a search of just this text is running, as `submit` would begin it.
    func isSearching(_ text: String) -> Bool {
        guard let load, load.kind == .search, load.isSubmitted || !traits.heedsSubmit else { return false }
        return load.query.hasSameBytes(as: text)
    }

    /// Whether the list is in order for `text`: shown, or being loaded, and nothing has failed since.
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
