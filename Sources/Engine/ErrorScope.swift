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
