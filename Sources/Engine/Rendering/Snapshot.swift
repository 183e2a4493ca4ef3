import JSON
import SearchModel
import SearchSource

extension Loading {
    /// What a `loading` and a snapshot say beside the list.
    static let properties: [Property<Loading>] = [
        Property("loading", "whether a search, a page or a refresh is running") { $0.isLoading },
        Property("refreshing", "whether what runs is a refresh") { $0.isRefreshing },
        Property(orNull: "pending", as: .pending, "what keeps the text from being searched for") {
            $0.pending?.rawValue
        },
        Property("status", as: .status, "where the list is") { $0.status.rawValue },
        Property("stalled", "whether what runs takes long") { $0.isStalled },
        Property("canSubmit", "whether `submit` would search") { $0.canSubmit },
        Property(orNull: "opening", "the id of the detail that is opening") { $0.opening?.text },
        Property(ifTrue: "growing", "whether more of what is searched is still to be given") { $0.isGrowing },
    ]
}

/// Everything about a session: what the notifications so far add up to. (A class: it is large, and each of its properties is
/// handed it.)
final class Snapshot {
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

    static let properties: [Property<Snapshot>] =
        [
            Property("seq", atLeast: 0, "the number of the last notification") { $0.sequence },
            Property("generation", atLeast: 0, "the generation") { $0.loading.generation },
            Property(orNull: "query", "the query whose list this is; null before the first list") {
                $0.change.list.query
            },
        ] + Loading.properties.of { $0.loading } + ListChange.listProperties.of(\.change) + [
            Property(
                "error", .shape(.failure), isRequired: false, "the error that stands, a list's before a detail's",
                isWritten: { $0.error != nil }
            ) { writer, snapshot in
                if let error = snapshot.error { writer.object(error, ToldError.properties) }
            },
            Property(
                "detailError", .shape(.failure), isRequired: false,
                "the error of a detail that stands, also if `error` is a list's", isWritten: { $0.detailError != nil }
            ) { writer, snapshot in
                if let error = snapshot.detailError { writer.object(error, ToldError.properties) }
            },
        ]
}

extension Shape {
    /// Everything about a session.
    static let snapshot = Shape(
        "Snapshot", "everything about a session: what the notifications up to `seq` add up to",
        Snapshot.properties.members())
}

extension JSONWriter {
    /// Everything about a session.
    mutating func snapshot(of session: Session) {
        object(Snapshot(of: session), Snapshot.properties)
    }
}
