import JSON
import SearchModel
import SearchSource

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
        member(orNull: "opening", loading.opening)
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
