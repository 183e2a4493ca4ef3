import JSON
import SearchModel
import SearchSource

/// An open set of words that stand for something: a client must be ready for words that a later version adds.
struct Vocabulary: Sendable {
    /// Its name in schemas and in generated types.
    let name: String

    /// What the words are about, in one phrase.
    let summary: String

    private let known: @Sendable () -> [(text: String, summary: String)]

    /// A vocabulary of these words. They are computed when its documentation is asked for.
    init(
        name: String, summary: String, words: @autoclosure @escaping @Sendable () -> [(text: String, summary: String)]
    ) {
        self.name = name
        self.summary = summary
        known = words
    }

    /// Each word, and what it means.
    var words: [(text: String, summary: String)] { known() }

    /// The vocabulary as a JSON Schema.
    var json: JSONValue {
        let known = words.map { word -> JSONValue in
            ["const": .string(word.text), "description": .string(word.summary)]
        }
        return [
            "type": "string", "description": .string(summary), "anyOf": .array(known + [["type": "string"]]),
        ]
    }
}

extension Schema {
    static let outcome = word(
        Vocabulary(
            name: "Outcome", summary: "the outcome of a call; read an unknown one as `idle`",
            words: Outcome.allCases.map { ($0.rawValue, $0.summary) }))
    static let status = word(
        Vocabulary(
            name: "Status", summary: "the status of the list", words: Status.allCases.map { ($0.rawValue, $0.summary) })
    )
    static let pending = word(
        Vocabulary(
            name: "Pending", summary: "why the text is not being searched for yet",
            words: Pending.allCases.map { ($0.rawValue, $0.summary) }))
    static let scope = word(
        Vocabulary(
            name: "Scope", summary: "what the error is about",
            words: ErrorScope.allCases.map { ($0.rawValue, $0.summary) }))
    static let kind = word(
        Vocabulary(
            name: "Kind", summary: "the kind of failure; read an unknown one as `internal`",
            words: SourceError.Kind.all))
    static let itemKind = word(
        Vocabulary(
            name: "ItemKind", summary: "what kind of thing an item is; read an unknown one as none",
            words: ItemKind.all))
    static let textFormat = word(
        Vocabulary(
            name: "TextFormat", summary: "how to read a text; read an unknown one as `plain`",
            words: TextFormat.all))
}

extension Outcome {
    fileprivate var summary: String {
        switch self {
        case .started: "a load has begun"
        case .scheduled: "a debounce is running, even if it will come to nothing"
        case .composing: "an input method has not confirmed the text"
        case .tooShort: "the text is shorter than the minimum length"
        case .unchanged: "the text is the query that is shown or loading already"
        case .held: "the text is kept for `submit`"
        case .loading: "a load is under way; nothing new has begun"
        case .full: "the list is at its end"
        case .idle: "there is nothing to act on"
        case .throttled: "the refresh came too soon after the one before"
        case .backingOff: "the page failed a moment ago; it is retried automatically in `retryAfterMs` milliseconds"
        case .stale: "the call was about a list that is no longer there"
        case .disabled: "`submit` is not possible now"
        case .cancelled: "what was pending, running or opening has been stopped"
        }
    }
}

extension Status {
    fileprivate var summary: String {
        switch self {
        case .initial: "there is no list"
        case .fetching: "the list is loading"
        case .loadMore: "there is a list, and more can be loaded"
        case .full: "there is a list, and it is complete"
        case .error: "the last attempt failed"
        }
    }
}

extension Pending {
    fileprivate var summary: String {
        switch self {
        case .debounce: "typing has not paused for long enough"
        case .composing: "an input method has not confirmed the text"
        }
    }
}

extension ErrorScope {
    fileprivate var summary: String {
        switch self {
        case .search: "a new search"
        case .page: "another page"
        case .refresh: "a refresh"
        case .detail: "a detail"
        case .perform: "an action on an item; only in answers"
        }
    }
}
