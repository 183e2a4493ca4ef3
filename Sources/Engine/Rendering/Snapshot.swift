import JSON
import SearchModel
import SearchSource

extension Shape {
    private static let loadingMembers = [
        Member("loading", .boolean, "whether a search, a page or a refresh is running"),
        Member("refreshing", .boolean, "whether what runs is a refresh"),
        Member("pending", .orNull(.pending), "what keeps the text from being searched for"),
        Member("status", .status, "where the list is"),
        Member("stalled", .boolean, "whether what runs takes long"),
        Member("canSubmit", .boolean, "whether `submit` would search"),
        Member("opening", .orNull(.string), "the id of the detail that is opening"),
    ]

    private static let listMembers = [
        Member("items", .array(.shape(.item)), "the items from `from` on"),
        Member("count", .integer(atLeast: 0), "how many items the whole list has"),
        Member("more", .boolean, "whether there is another page"),
        Member("total", .integer(atLeast: 0), isRequired: false, "how many the source has in all, if it says"),
        Member("suggestion", .string, isRequired: false, "what may have been meant, if the source says"),
    ]

    /// Everything about a session.
    static let snapshot = Shape(
        "Snapshot", "everything about a session: what the notifications up to `seq` add up to",
        [
            Member("seq", .integer(atLeast: 0), "the number of the last notification"),
            Member("generation", .integer(atLeast: 0), "the generation"),
            Member("query", .orNull(.string), "the query whose list this is; null before the first list"),
        ] + loadingMembers + listMembers + [
            Member("error", .shape(.failure), isRequired: false, "the error that stands")
        ])

    /// The params of `loading`.
    static let loadingNotification = Shape("LoadingParams", "the params of `loading`", envelope + loadingMembers)

    /// The params of `items`.
    static let itemsNotification = Shape(
        "ItemsParams", "the params of `items`: list = list[..<from] + items",
        envelope + [
            Member("query", .string, "the query whose list this is"),
            Member("from", .integer(atLeast: 0), "how much of the list stays as it is"),
        ] + listMembers + [
            Member("cached", .boolean, isRequired: false, "whether these are kept answers")
        ])
}

extension JSONWriter {
    /// Everything about a session: what the notifications so far add up to.
    mutating func snapshot(of session: Session) {
        let state = session.state
        object {
            $0.member("seq", session.sequence)
            $0.member("generation", state.generation)
            $0.member(orNull: "query", state.list.query)
            $0.loading(Loading(state))
            $0.list(state.list, from: 0)
            $0.standingError(of: session)
        }
    }

    private mutating func standingError(of session: Session) {
        let standing: (SourceError, ErrorScope)? =
            session.state.failure.map { ($0.error, ErrorScope($0.load.kind)) }
            ?? session.detailFailure.map { ($0, .detail) }
        guard let (error, scope) = standing else { return }
        member("error") { $0.value(.object(error.members(scope, source: session.source.name))) }
    }

    /// The members of a `loading`, but for its generation.
    mutating func loading(_ loading: Loading) {
        member("loading", loading.isLoading)
        member("refreshing", loading.isRefreshing)
        member(orNull: "pending", loading.pending?.rawValue)
        member("status", loading.status.rawValue)
        member("stalled", loading.isStalled)
        member("canSubmit", loading.canSubmit)
        member(orNull: "opening", loading.opening?.text)
    }

    /// The members that tell a list from `from` on.
    mutating func list(_ list: ResultList, from: Int) {
        member("items") { $0.array { for item in list.items[from...] { $0.item(item) } } }
        member("count", list.items.count)
        member("more", list.hasMore)
        member(ifPresent: "total", list.total)
        member(ifPresent: "suggestion", list.suggestion)
    }
}
