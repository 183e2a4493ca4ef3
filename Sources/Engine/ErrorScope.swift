import SearchModel

/// What an error is about.
enum ErrorScope: String, CaseIterable, Sendable {
    case search, page, refresh, detail, perform

    init(_ kind: Load.Kind) {
        switch kind {
        case .search: self = .search
        case .page: self = .page
        case .refresh: self = .refresh
        }
    }
}
