import SearchSource
import Signals

/// One step of a `SearchState`.
enum Change {
    /// The text in the box is another one; it waits for this, and does that to what runs.
    case typed(String, Pending?, interrupting: Pacing.OnInput)
    /// A text has settled that starts no search: too short, with what that does to the list (rule 3), or unchanged.
    case settled(String, tooShort: Pacing.BelowMinLength?)
    /// A load has begun. If it is for a text from the box, that text is done with. `need` is how long the list is
    /// wanted in the end.
    case began(Load, for: String?, need: Int? = nil)
    /// The list is wanted this long.
    case needed(Int)
    /// The next page is wanted once the back-off is over.
    case wished(need: Int?)
    /// Everything has been stopped.
    case stopped
    /// The input has ended: what waits for its debounce is due, what waits for anything else is dropped.
    case drained
    /// What runs takes long (rule 15).
    case stalled
    /// What ran has brought a page.
    case loaded(Page)
    /// What ran has failed.
    case failed(SourceError, at: Instant)
    /// This detail is to open, instead of the one that is opening; nil for none.
    case opening(Opening?)
    /// The detail that was opening is there, or has failed.
    case opened(Result<Detail, SourceError>)
}

extension Change {
    /// What has to happen to the load that runs.
    enum LoadSwitch {
        /// It makes way for this one.
        case start(Load)
        /// It ends.
        case stop
    }

    /// What the change means for the load that runs; nil if it goes on.
    var loadSwitch: LoadSwitch? {
        switch self {
        case .began(let load, _, _): .start(load)
        case .typed(_, _, let interrupting): interrupting == .keep ? nil : .stop
        case .settled(_, let tooShort): tooShort == nil ? nil : .stop
        case .stopped: .stop
        default: nil
        }
    }
}

/// What a trigger means in a given state.
struct Decision {
    /// What the caller is told; nil if nobody called.
    var outcome: Outcome?

    /// What changes; nil if nothing does.
    var change: Change?

    init(_ outcome: Outcome?, _ change: Change? = nil) {
        self.outcome = outcome
        self.change = change
    }
}
