import JSON
import JSONRPC
import SearchSource
import Time

extension SourceError: Described {
    /// An error in records.
    static func describe(_ list: inout some MemberList<SourceError>) {
        list.members(of: { ErrorKind(error: $0) })
        list.members(of: { ErrorTail(error: $0) })
        list.add(ifPresent: "source", "whose it is, if the source is one of several in another") { $0.source }
        list.add(ifTrue: "noSuchItem", "whether nothing has the id that was asked for") { $0.isNoSuchItem }
    }
}

/// The members that every report of an error begins with.
private struct ErrorKind: Described {
    let error: SourceError

    static func describe(_ list: inout some MemberList<ErrorKind>) {
        list.add("kind", as: .kind, "the kind of failure") { $0.error.kind.rawValue }
        list.add("message", "one line for the person") { $0.error.message }
    }
}

/// The members that follow those.
private struct ErrorTail: Described {
    let error: SourceError

    static func describe(_ list: inout some MemberList<ErrorTail>) {
        list.add("retryable", "whether the same may succeed later") { $0.error.isRetryable }
        list.add(ifPresent: "retryAfterMs", atLeast: 0, "how long the source asks to wait, in milliseconds") {
            $0.error.retryAfter?.wholeMilliseconds
        }
        list.add(ifPresent: "httpStatus", atLeast: 100, "the HTTP status, if an answer came") {
            $0.error.httpStatus
        }
    }
}

/// An error of a source as it appears in notifications, snapshots and answers.
struct ToldError: Described {
    let error: SourceError
    let scope: ErrorScope
    let source: String

    /// An error of the source with this name, or of one of the sources that it unites.
    init(_ error: SourceError, _ scope: ErrorScope, of source: String) {
        self.error = error
        self.scope = scope
        self.source = error.source ?? source
    }

    static func describe(_ list: inout some MemberList<ToldError>) {
        list.add("scope", as: .scope, "what it is about") { $0.scope.rawValue }
        list.members(of: { ErrorKind(error: $0.error) })
        list.add("source", "the source that failed") { $0.source }
        list.members(of: { ErrorTail(error: $0.error) })
    }

    /// The error as the answer to an `openDetail` or a `perform`.
    var response: ResponseError {
        ResponseError(
            error.isNoSuchItem ? .noSuchItem : .sourceFailed, error.message,
            data: JSONObject(self))
    }
}

extension Shape {
    static let failure = Shape("Failure", "why something failed", ToldError.members)
}
