import JSON
import SearchModel
import SearchSource

extension Loading: Described {
    /// What `loading` and a snapshot say, apart from the list.
    static func describe(_ list: inout some MemberList<Loading>) {
        list.add("loading", "whether a search, a page or a refresh is running") { $0.isLoading }
        list.add("refreshing", "whether what runs is a refresh") { $0.isRefreshing }
        list.add(orNull: "pending", as: .pending, "what keeps the text from being searched for") {
            $0.pending?.rawValue
        }
        list.add("status", as: .status, "where the list is") { $0.status.rawValue }
        list.add("stalled", "whether what runs takes long") { $0.isStalled }
        list.add("canSubmit", "whether `submit` would search") { $0.canSubmit }
        list.add(orNull: "opening", "the id of the detail that is opening") { $0.opening?.text }
        list.add(ifTrue: "growing", "whether more of what is searched is still to be given") { $0.isGrowing }
    }
}

/// Everything about a session: what the notifications so far add up to.
struct Snapshot: Described {
    let sequence: Int
    let loading: Loading
    let change: ListChange
    let error: ToldError?
    let detailError: ToldError?

    init(of session: Session) {
        sequence = session.sequence
        loading = session.loading
        change = ListChange(list: session.list, from: 0)
        error = session.standingError
        detailError = session.standingDetailError
    }

    /// Whether its list is longer than what fits into one notification.
    var isLong: Bool { !ListChange(list: change.list, from: 0, bytes: ListChange.mostBytes).isWhole }

    static func describe(_ list: inout some MemberList<Snapshot>) {
        list.add("seq", atLeast: 0, "the number of the last notification") { $0.sequence }
        list.add("generation", atLeast: 0, "the generation") { $0.loading.generation }
        list.add(orNull: "query", "the query whose list this is; null before the first list") { $0.change.list.query }
        list.members(of: { $0.loading })
        list.members(of: { $0.change })
        list.add(ifPresent: "error", as: .failure, "the error that stands, a list's before a detail's") { $0.error }
        list.add(
            ifPresent: "detailError", as: .failure, "the error of a detail that stands, also if `error` is a list's"
        ) { $0.detailError }
    }
}

extension Shape {
    static let snapshot = Shape(
        "Snapshot", "everything about a session: what the notifications up to `seq` add up to",
        Snapshot.members)
}

extension JSONWriter {
    /// Writes everything about a session.
    mutating func snapshot(of session: Session) {
        object(Snapshot(of: session))
    }
}
