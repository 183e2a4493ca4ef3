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
        Notification(
            name: "loading", summary: "everything except the list, at each change", params: .loadingNotification),
        Notification(name: "items", summary: "the list, from the first change on", params: .itemsNotification),
        Notification(name: "error", summary: "something failed", params: .errorNotification),
        Notification(
            name: "detail", summary: "a detail, where `openDetail` was a notification", params: .detailNotification),
    ]
}

/// What every notification carries.
struct Envelope: Described {
    let session: String
    let sequence: Int
    let generation: Int

    static func describe(_ list: inout some MemberList<Envelope>) {
        list.add("session", "the session") { $0.session }
        list.add("seq", atLeast: 1, "one more than the last in this session") { $0.sequence }
        list.add("generation", atLeast: 0, "counts searches, refreshes and clearings") { $0.generation }
    }
}

/// The list from a position on, as `items` tells it: to its end, or as much as one message holds.
struct ListChange: Described {
    let list: ResultList
    let from: Int
    let to: Int
    /// The approximate number of bytes of text in it; 0 if they have not been counted.
    let textSize: Int

    /// The approximate size of the items in one notification, in bytes: nobody waits longer than it takes to render and
    /// read that many.
    static let mostBytes = 256 << 10

    /// The list from `from` on, to its end.
    init(list: ResultList, from: Int) {
        self.list = list
        self.from = from
        to = list.items.count
        textSize = 0
    }

    /// As much of the list from `from` on as makes a message of about `bytes` bytes: at least one item, if there is
    /// one.
    init(list: ResultList, from: Int, bytes: Int) {
        self.list = list
        self.from = from
        let beginning = list.items.beginning(at: from, ofText: bytes)
        to = from + beginning.count
        textSize = beginning.textSize
    }

    var isWhole: Bool { to == list.items.count }

    /// What `items` and a snapshot say about a list.
    static func describe(_ list: inout some MemberList<ListChange>) {
        list.add("items", .array(.shape(.item)), "the items from `from` on") { writer, change in
            writer.array { writer in
                change.list.items.forEachPiece(at: change.from..<change.to) { writer.objects($0) }
            }
        }
        list.add("count", atLeast: 0, "the number of items in the whole list") { $0.to }
        list.add("more", "whether there is another page, or more of this one") { $0.list.hasMore || !$0.isWhole }
        list.add(ifPresent: "total", atLeast: 0, "the total number of results, if the source says") { $0.list.total }
        list.add(ifPresent: "suggestion", "what may have been meant instead, if the source says") { $0.list.suggestion }
        list.add(ifTrue: "partial", "whether some of what was requested did not answer") {
            $0.list.isPartial || !$0.list.failed.isEmpty
        }
        list.add(
            "failed", .array(.shape(.failure)), isRequired: false,
            "those of several sources that have not answered, and why",
            isWritten: { !$0.list.failed.isEmpty }
        ) { writer, change in
            let told = change.list.failed.map { ToldError($0.error, ErrorScope($0.load.kind), of: "") }
            writer.array { $0.objects(told.span) }
        }
    }
}

/// What `items` says.
struct ToldList: Described {
    let change: ListChange

    static func describe(_ list: inout some MemberList<ToldList>) {
        list.add("query", "the query that the list belongs to") { $0.change.list.query ?? "" }
        list.add("from", atLeast: 0, "how much of the list stays unchanged") { $0.change.from }
        list.members(of: { $0.change })
    }
}

extension Shape {
    static let loadingNotification = notification(
        "LoadingParams", "the params of `loading`", Loading.members)

    static let itemsNotification = notification(
        "ItemsParams", "the params of `items`: list = list[..<from] + items",
        ToldList.members
            + [Member("cached", .boolean, isRequired: false, "whether these are cached answers")])

    static let errorNotification = notification("ErrorParams", "the params of `error`", ToldError.members)

    static let detailNotification = notification(
        "DetailParams", "the params of `detail`", Detail.members)

    private static func notification(_ name: String, _ summary: String, _ members: [Member]) -> Shape {
        Shape(name, summary, Envelope.members + members)
    }
}
