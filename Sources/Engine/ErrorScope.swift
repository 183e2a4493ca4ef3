import JSON
import JSONRPC
import SearchModel
import SearchSource

/// What an error is about.
enum ErrorScope: String, CaseIterable {
    case search, page, refresh, detail

    init(_ kind: Load.Kind) {
        switch kind {
        case .search: self = .search
        case .page: self = .page
        case .refresh: self = .refresh
        }
    }
}

extension Shape {
    private static let failureMembers = [
        Member("scope", .scope, "what it is about"), Member("kind", .kind, "what kind of failure it is"),
        Member("message", .string, "one line for a person"), Member("source", .string, "the source that failed"),
        Member("retryable", .boolean, "whether the same may succeed if it is tried again"),
        Member(
            "retryAfterMs", .integer(atLeast: 0), isRequired: false, "how long the source asks to wait, in milliseconds"
        ),
        Member("httpStatus", .integer(atLeast: 100), isRequired: false, "the status of the HTTP answer, if one came"),
    ]

    /// Why something failed.
    static let failure = Shape("Failure", "why something failed", failureMembers)

    /// The params of `error`.
    static let errorNotification = Shape("ErrorParams", "the params of `error`", envelope + failureMembers)
}

extension SourceError {
    /// The error as it stands in notifications, snapshots and answers.
    func members(_ scope: ErrorScope, source: String) -> JSONObject {
        var members = JSONObject([
            ("scope", .string(scope.rawValue)),
            ("kind", .string(kind.rawValue)),
            ("message", .string(message)),
            ("source", .string(source)),
            ("retryable", .boolean(isRetryable)),
        ])
        members["retryAfterMs"] = retryAfterMs.map { .number(JSONNumber($0)) }
        members["httpStatus"] = httpStatus.map { .number(JSONNumber($0)) }
        return members
    }

    /// The error as the answer to an `openDetail`.
    func response(from source: String) -> ResponseError {
        ResponseError(isNoSuchItem ? .noSuchItem : .sourceFailed, message, data: members(.detail, source: source))
    }
}
