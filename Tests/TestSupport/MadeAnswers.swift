import Engine
import JSON
import SearchSource

/// What a scenario says of a made-up source: one that answers in parts, and that changes.
public enum MadeAnswers {
    /// Its name.
    static let source = "made"

    /// A question, as a scenario writes it: `{"query", "from", "size"}` or `{"detail"}`.
    static func question(_ question: Question) -> JSONObject {
        switch question {
        case .detail(let id):
            return JSONObject([("detail", .string(id))])
        case .page(let request):
            let from = request.cursor.flatMap { Int($0.text) } ?? 0
            return JSONObject([
                ("query", .string(request.query)), ("from", .number(JSONNumber(from))),
                ("size", .number(JSONNumber(request.pageSize))),
            ])
        }
    }

    /// The end of the work that a scenario's `reply` stands for; with `last` false, the work goes on behind it.
    static func result(_ reply: JSONObject, to question: JSONObject) -> Computed {
        if reply["fail"] != nil { return .page(.failure(SourceError(.offline, "the made-up source is offline"))) }
        let from = question["from"]?.integer ?? 0
        let ids = Scenario.ids(reply["items"])
        var page = Page(items: ids.map { Item(id: $0, title: "Item \($0)") }, total: reply["total"]?.integer)
        if reply["next"] == true { page.next = Cursor(String(from + ids.count)) }
        guard reply["last"] == false else { return .page(.success(page)) }
        return Computed(Work<Page>.parts(page, rest: .local(compute: { _ in .success(Page(items: [])) })))
    }
}
