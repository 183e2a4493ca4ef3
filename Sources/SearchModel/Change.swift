import SearchSource
import Signals
import Time

/// One step of a `SearchState`.
enum Change {
    /// The text in the box is another one; it waits for this, and does that to what runs.
    case typed(String, Pending?, interrupting: Pacing.OnInput)
    /// A text has settled that starts no search: too short, with what that does to the list (rule 3), or unchanged.
    case settled(String, tooShort: Pacing.BelowMinLength?)
    /// A load begins.
    indirect case began(Beginning)
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
    /// A part of the page has come. (Indirect, like all that is large: each change is handed on several times.)
    indirect case answered(Part<Page>)
    /// What ran has failed.
    indirect case failed(SourceError, at: Instant)
    /// The source has changed.
    case sourceChanged
    /// The source has been given something to search.
    case filled(isDone: Bool)
    /// A local list is to be looked at, whether it has changed.
    case probing(at: Instant)
    /// The look has found these, and goes on.
    case probed([Item])
    /// The look has ended: the list is as it was.
    case probedInVain
    /// The look has ended, and what it found must wait.
    case probePutOff
    /// This detail is to open, instead of the one that is opening; nil for none.
    case opening(Opening?)
    /// The detail that was opening is there, or has failed.
    indirect case detailed(Result<Detail, SourceError>)

    /// A load that begins.
    struct Beginning {
        /// Why.
        var kind: Load.Kind
        /// Its query.
        var query: String
        /// Where its page begins; nil for the first one.
        var cursor: Cursor?
        /// The text from the box that is done with because of it; nil for a load that has nothing to do with the box.
        var text: String?
        /// How long the list is wanted in the end.
        var need: Int?
        /// Until when it bars the next refresh; nil if it does not.
        var barsRefreshUntil: Instant?
        /// How many rows are asked for, if not as many as a page has.
        var rows: Int?
        /// Whether somebody has submitted the query.
        var isSubmitted = false
        /// Whether it asks again for what failed of the list.
        var isAgain = false
        /// When an own refresh began; nil if this is none.
        var ownAt: Instant?

        init(_ kind: Load.Kind, _ query: String, for text: String? = nil) {
            self.kind = kind
            self.query = query
            self.text = text
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
