import JSON
import JSONRPC
import SearchSource

extension Method {
    private static let items = Member(
        "items", .array(GivenItem.schema), "the items; a string is an item that has only a title")
    private static let append = Member(
        "append", .boolean, isRequired: false,
        "whether they are appended to the present items instead of replacing them")
    private static let done = Member(
        "done", .boolean, isRequired: false, "whether these are the last ones; true by default")

    /// Giving a session what it searches.
    static let setItems = Method(
        "setItems", "supplies the items of a session on a `list`", parameters: [items, append, done],
        inSession: true, result: .shape(Shape("Held", "the result of supplying items", Holding.members))
    ) { (engine, request) throws(ResponseError) in
        let given = try request.params.required(array: items)
        let appending = try request.params.boolean(append) ?? false
        let isDone = try request.params.boolean(done) ?? true
        let session = try engine.session(of: request)
        guard let holder = session.holder else {
            throw .wrongParam(
                "session", expected: "one on a source that takes items, like `list`", found: .string(session.name))
        }
        let take = { @Sendable () throws(ResponseError) in
            holder.take(try given.map(GivenItem.read), appending: appending)
        }
        guard given.isLong(atMost: mostTakenAtOnce) || !appending && holder.count > mostTakenAtOnce else {
            let holding = try take()
            session.filled(isDone: isDone)
            request.answer { $0.object(holding) }
            return
        }
        engine.setAside(request) {
            Result(catching: take)
        } then: { (taken) throws(ResponseError) in
            if request.address != nil { engine.outbox.putBehindAnswers(session) }
            let holding = try taken.get()
            session.filled(isDone: isDone)
            request.answer { $0.object(holding) }
        }
    }

    /// How many values are taken on the loop: that takes a millisecond or two. Releasing as many takes just as long.
    static let mostTakenAtOnce = 4096
}

extension Holding: Described {
    static func describe(_ list: inout some MemberList<Holding>) {
        list.add("held", atLeast: 0, "the number of items that the list has now") { $0.held }
        list.add("dropped", atLeast: 0, "the number of supplied items that it does not have") { $0.dropped }
    }
}

extension Shape {
    /// An item as a client gives it: only its title is required.
    fileprivate static let givenItem = Shape(
        "GivenItem", "an item that the client supplies; without an id, one is made from its title",
        Item.members.filter { $0.name != "actions" }.map { member in
            Member(member.name, member.schema, isRequired: member.name == "title", member.summary)
        })
}

extension GivenItem {
    fileprivate static let schema = Schema.either(.string, .shape(.givenItem))

    /// Reads the item at an element of the param. An error names its place.
    fileprivate static func read(
        _ document: JSONDocument, _ node: JSONDocument.Node, _ index: Int
    ) throws(ResponseError) -> GivenItem {
        if let title = document.string(node) { return .title(title) }
        let value = document.value(node)
        if let fault = schema.fault(in: value) {
            throw .wrongParam("items[\(index)]" + fault.place, expected: fault.expected, found: fault.found)
        }
        var object = value.object ?? JSONObject()
        if object["id"]?.string == nil { object["id"] = "" }
        // For its own items, a client performs actions itself.
        object["actions"] = .null
        // An item has the same format as in a record.
        guard let item = Item(recorded: object) else {
            throw .wrongParam("items[\(index)]", expected: schema.expected(insteadOf: value), found: value)
        }
        return .item(item)
    }
}
