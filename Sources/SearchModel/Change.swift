import SearchSource
import Signals
import Time

/// One step of a `SearchState`.
enum Change {
    /// The text in the search box has changed: what it now waits for, and what that does to the load and to the list.
    case typed(String, Pending?, interrupting: Pacing.OnInput)
    /// A text has settled that starts no search: because it is unchanged, or because it is too short, with what that
    /// does to the list (rule 3).
    case settled(String, tooShort: Pacing.BelowMinLength?)
    /// A load begins.
    indirect case began(Beginning)
    /// The list is wanted with this many items.
    case needed(Int)
    /// The next page is wanted when the back-off is over.
    case wished(need: Int?)
    /// Everything has been stopped.
    case stopped
    /// The input has ended: a pending debounce is due now, and anything else that waits is dropped.
    case drained
    /// The load that runs takes long (rule 15).
    case stalled
    /// A part of the page has come. (Indirect, like all large payloads: each change is passed on several times.)
    indirect case answered(Part<Page>)
    /// The load that ran has failed.
    indirect case failed(SourceError, at: Instant)
    /// The source has changed.
    case sourceChanged
    /// The source has been given something to search.
    case filled(isDone: Bool)
    /// A local list is to be checked for changes.
    case probing(at: Instant)
    /// The check has found these items, and continues.
    case probed([Item])
    /// The check has ended: the list is unchanged.
    case probedInVain
    /// The check has ended, and the refresh must wait.
    case probePutOff
    /// This detail is to be opened, replacing the one that is opening; nil for none.
    case opening(Opening?)
    /// The detail that was opening has come, or has failed.
    indirect case detailed(Result<Detail, SourceError>)

    /// A load that is to begin.
    struct Beginning {
        /// Why the page is loaded.
        var kind: Load.Kind
        /// Its query.
        var query: String
        /// Where its page begins; nil for the first one.
        var cursor: Cursor?
        /// The text from the search box that this settles; nil for a load that is unrelated to the text.
        var text: String?
        /// The number of items that the list is to have in the end.
        var need: Int?
        /// Until when it bars the next refresh; nil if it does not.
        var barsRefreshUntil: Instant?
        /// The number of rows to request, if it is not the page size.
        var rows: Int?
        /// Whether the query was submitted.
        var isSubmitted = false
        /// Whether it retries the sources that failed.
        var isAgain = false
        /// When an own refresh began; nil for any other load.
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
    /// What the caller is told; nil if there was no call.
    var outcome: Outcome?

    /// The change to make; nil for none.
    var change: Change?

    init(_ outcome: Outcome?, _ change: Change? = nil) {
        self.outcome = outcome
        self.change = change
    }
}
