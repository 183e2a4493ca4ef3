import JSON
import JSONRPC
import SearchSource
import Time

extension SourceError {
    /// What is said of an error wherever it is told.
    fileprivate static let kindProperty = Property<SourceError>("kind", as: .kind, "what kind of failure it is") {
        $0.kind.rawValue
    }
    fileprivate static let messageProperty = Property<SourceError>("message", "one line for a person") { $0.message }
    fileprivate static let tailProperties: [Property<SourceError>] = [
        Property("retryable", "whether the same may succeed if it is tried again") { $0.isRetryable },
        Property(
            ifPresent: "retryAfterMs", atLeast: 0, "how long the source asks to wait, in milliseconds"
        ) { $0.retryAfter?.wholeMilliseconds },
        Property(
            ifPresent: "httpStatus", atLeast: 100, "the status of the HTTP answer, if one came"
        ) { $0.httpStatus },
    ]

    /// An error in records.
    static let recordedProperties =
        [kindProperty, messageProperty] + tailProperties + [
            Property(ifPresent: "source", "whose it is, if the source is one of several in another") { $0.source },
            Property(ifTrue: "noSuchItem", "whether nothing has the id that was asked for") { $0.isNoSuchItem },
        ]
}

/// An error of a source as it stands in notifications, snapshots and answers.
struct ToldError {
    let error: SourceError
    let scope: ErrorScope
    /// The name of the source.
    let source: String

    /// An error of the source of this name, or of one of several in it.
    init(_ error: SourceError, _ scope: ErrorScope, of source: String) {
        self.error = error
        self.scope = scope
        self.source = error.source ?? source
    }

    static let properties: [Property<ToldError>] =
        [Property("scope", as: .scope, "what it is about") { $0.scope.rawValue }]
        + [SourceError.kindProperty, SourceError.messageProperty].of { $0.error }
        + [Property("source", "the source that failed") { $0.source }]
        + SourceError.tailProperties.of { $0.error }

    /// The error as the answer to an `openDetail`.
    var response: ResponseError {
        ResponseError(
            error.isNoSuchItem ? .noSuchItem : .sourceFailed, error.message,
            data: JSONObject(writing: self, Self.properties))
    }
}

extension Shape {
    /// Why something failed.
    static let failure = Shape("Failure", "why something failed", ToldError.properties.members())
}
