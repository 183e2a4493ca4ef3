import JSON
import SearchModel
import SearchSource

extension Loading: Described {
    /// What `loading` and a snapshot say, apart from the list.
    static func describe(_ list: inout some MemberList<Loading>) {
        list.add("loading", "whether a search, a page or a refresh is running") { $0.isLoading }
        list.add("refreshing", "whether a refresh is running") { $0.isRefreshing }
        list.add(orNull: "pending", as: .pending, "why the text is not being searched for yet") {
            $0.pending?.rawValue
        }
        list.add("status", as: .status, "the status of the list") { $0.status.rawValue }
        list.add("stalled", "whether what is running takes long") { $0.isStalled }
        list.add("canSubmit", "whether `submit` would start a search") { $0.canSubmit }
        list.add(orNull: "opening", "the id of the detail that is opening") { $0.opening?.text }
        list.add(ifTrue: "growing", "whether more items are still to be supplied") { $0.isGrowing }
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
        list.add(orNull: "query", "the query that the list belongs to; null before the first list") {
            $0.change.list.query
        }
        list.members(of: { $0.loading })
        list.members(of: { $0.change })
        list.add(ifPresent: "error", as: .failure, "the current error, the list's before a detail's") { $0.error }
        list.add(
            ifPresent: "detailError", as: .failure, "the current error of a detail, even if `error` is the list's"
        ) { $0.detailError }
    }
}

extension Shape {
    static let snapshot = Shape(
        "Snapshot", "the state of a session: the sum of the notifications up to `seq`",
        Snapshot.members)
}

extension JSONWriter {
    /// Writes everything about a session.
    mutating func snapshot(of session: Session) {
        object(Snapshot(of: session))
    }
}
