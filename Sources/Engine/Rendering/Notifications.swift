import JSON
import JSONRPC
import SearchModel
import SearchSource

/// A notification of the engine: declared once, with its documentation.
struct Notification: Sendable {
    let name: String
    let summary: String
    let params: Shape

    /// Every notification, in the order of the documentation.
    static let all = [
        Notification(name: "loading", summary: "everything but the list, at each change", params: .loadingNotification),
        Notification(name: "items", summary: "the list, from where it has changed on", params: .itemsNotification),
        Notification(name: "error", summary: "something has failed", params: .errorNotification),
        Notification(
            name: "detail", summary: "a detail, where `openDetail` was a notification", params: .detailNotification),
    ]
}

extension Shape {
    /// What every notification carries.
    static let envelope = [
        Member("session", .string, "the session that it is about"),
        Member("seq", .integer(atLeast: 1), "one more than the last in this session"),
        Member("generation", .integer(atLeast: 0), "counts searches, refreshes and clearings"),
    ]
}

/// The four notifications of the engine. Each carries its session, its number and its generation.
extension JSONWriter {
    mutating func loadingNotification(_ loading: Loading, of session: Session) {
        notification("loading") {
            $0.envelope(of: session, generation: loading.generation)
            $0.loading(loading)
        }
    }

    mutating func itemsNotification(from: Int, of session: Session) {
        let list = session.state.list
        notification("items") {
            $0.envelope(of: session, generation: list.generation)
            $0.member("query", list.query ?? "")
            $0.member("from", from)
            $0.list(list, from: from)
        }
    }

    mutating func errorNotification(_ error: SourceError, scope: ErrorScope, of session: Session) {
        notification("error") {
            $0.envelope(of: session, generation: session.state.generation)
            for (name, value) in error.members(scope, source: session.source.name).members {
                $0.member(named: name, value)
            }
        }
    }

    mutating func detailNotification(_ detail: Detail, of session: Session) {
        notification("detail") {
            $0.envelope(of: session, generation: session.state.generation)
            $0.members(of: detail)
        }
    }

    private mutating func envelope(of session: Session, generation: Int) {
        member("session", session.name)
        member("seq", session.sequence)
        member("generation", generation)
    }
}
