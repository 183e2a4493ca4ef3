import Engine
import JSON
import SearchSource
import Unions

/// How scenarios describe a made-up source, one that answers in parts and that changes.
public enum MadeAnswers {
    /// Its name.
    public static let source = "made"

    /// Returns the source that a scenario describes: a union if it has `of`.
    public static func source(_ description: JSONObject) throws -> any Source {
        let isLocal = description["local"] == true
        if let blocks = description["of"]?.array {
            return try UnionSource(blocks.map { block($0, isLocal: isLocal) }, name: source)
        }
        return description["filled"] == true ? FakeHolder(name: source) : FakeSource(name: source, isLocal: isLocal)
    }

    /// Returns a member of a union, described by its name or by an object with its name and options.
    private static func block(_ description: JSONValue, isLocal: Bool) -> FakeSource {
        var pacing = Pacing()
        for option in PacingOption.all {
            let value = description.object?[option.name]
            if let value = value?.integer.map(PacingOption.Value.integer) ?? value?.string.map({ .word($0) }) {
                _ = option.set(value, in: &pacing)
            }
        }
        let name = description.string ?? description.object?["name"]?.string ?? ""
        return FakeSource(name: name, pacing: pacing, isLocal: isLocal)
    }

    /// Returns the question that a job asks, in the notation of scenarios: `{"query", "from", "size"}`, `{"detail"}` or
    /// `{"perform", "action"}`, with `of` if the source is one of several.
    public static func question(_ job: LocalJob) -> JSONObject {
        guard let asked = job.question else { return JSONObject() }
        var question = question(asked, of: job.source)
        if job.source != source { question["of"] = .string(job.source) }
        return question
    }

    /// Returns a question in the notation of scenarios.
    private static func question(_ question: Question, of name: String) -> JSONObject {
        switch question {
        case .detail(let id):
            return JSONObject([("detail", .string(own(id, of: name)))])
        case .perform(let action, let id):
            return JSONObject([("perform", .string(own(id, of: name))), ("action", .string(action))])
        case .page(let request):
            let cursor = name == source ? request.cursor?.text : request.cursor.flatMap { place(of: name, in: $0) }
            return JSONObject([
                ("query", .string(request.query)), ("from", .number(JSONNumber(cursor.flatMap { Int($0) } ?? 0))),
                ("size", .number(JSONNumber(request.pageSize))),
            ])
        }
    }

    /// Returns an id as the source `name` knows it: without the prefix, unless `name` is the whole source.
    private static func own(_ id: String, of name: String) -> String {
        name == source ? id : String(id.dropFirst(name.count + 1))
    }

    /// Returns the position of the source `name` in a cursor of a union.
    private static func place(of name: String, in cursor: Cursor) -> String? {
        let blocks = (try? JSONParser.parse(Array(cursor.text.utf8)))?.object?["of"]?.array ?? []
        return blocks.compactMap(\.object).first { $0["name"]?.string == name }?["from"]?.string
    }

    /// Returns the result that a scenario's `reply` stands for; if its `last` is false, more of the page follows.
    public static func result(_ reply: JSONObject, to question: JSONObject) -> Computed {
        if question["perform"] != nil { return performed(reply) }
        if reply["fail"] != nil {
            let pause = reply["retryAfter"]?.integer.map { Duration.seconds($0) }
            let error = SourceError(.offline, "the made-up source is offline", isRetryable: true, retryAfter: pause)
            return question["detail"] == nil ? .page(.failure(error)) : .detail(.failure(error))
        }
        if let id = question["detail"]?.string {
            return .detail(.success(Detail(id: id, title: "Page \(id)", text: reply["text"]?.string ?? "")))
        }
        let from = question["from"]?.integer ?? 0
        let ids = ids(reply["items"])
        let actions = reply["actions"]?.array?.compactMap(\.string).map { ItemAction(name: $0, title: "To \($0)") }
        let items = ids.map { Item(id: $0, title: "Item \($0)", actions: actions ?? []) }
        var page = Page(items: items, total: reply["total"]?.integer)
        page.isPartial = reply["partial"] == true
        if reply["next"] == true { page.next = Cursor(String(from + ids.count)) }
        guard reply["last"] == false else { return .page(.success(page)) }
        return Computed(Work<Page>.parts(page, rest: .local(compute: { _ in .success(Page(items: [])) })))
    }

    /// Returns the ids that `items` stands for: `[1, 2, 5]`, or `"1-20"` for a range.
    public static func ids(_ items: JSONValue?) -> [String] {
        if let run = items?.string?.split(separator: "-").compactMap({ Int($0) }), run.count == 2 {
            return (run[0]...run[1]).map(String.init)
        }
        return items?.array?.compactMap { $0.integer.map(String.init) ?? $0.string } ?? []
    }

    /// Returns the result of an action. A failure is transient, although actions are not retried.
    private static func performed(_ reply: JSONObject) -> Computed {
        guard reply["fail"] == nil else {
            return Computed(Work<Performed>.known(.failure(SourceError(.offline, "it is offline", isTransient: true))))
        }
        let performed = Performed(message: reply["message"]?.string, hasChanged: reply["changed"] == true)
        return Computed(Work<Performed>.known(.success(performed)))
    }
}
