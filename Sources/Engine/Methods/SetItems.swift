import JSON
import JSONRPC
import SearchSource

extension Method {
    private static let items = Member(
        "items", .array(.either(.string, .shape(.givenItem))),
        "the items, of which a string is one that has only a title")
    private static let append = Member(
        "append", .boolean, isRequired: false,
        "whether they come behind those that are there, instead of in their place")
    private static let done = Member(
        "done", .boolean, isRequired: false, "whether that is all of them; so it is if this is left out")

    /// Giving a session what it searches.
    static let setItems = Method(
        "setItems", "gives a session on a `list` what it searches", parameters: [items, append, done],
        inSession: true, result: .shape(Shape("Held", "what has become of items that were given", Holding.members))
    ) { (engine, request) throws(ResponseError) in
        let given = try GivenItem.read(items, in: request.params)
        let appending = try request.params.boolean(append) ?? false
        let isDone = try request.params.boolean(done) ?? true
        let session = try engine.session(of: request)
        guard let holding = session.fill(given, appending: appending, isDone: isDone) else {
            throw .wrongParam(
                "session", expected: "one on a source that takes items, like `list`", found: .string(session.name))
        }
        return .result { $0.object(holding) }
    }
}

extension Holding: Described {
    static func describe(_ list: inout some MemberList<Holding>) {
        list.add("held", atLeast: 0, "how many items the list has now") { $0.held }
        list.add("dropped", atLeast: 0, "how many of these it does not have") { $0.dropped }
    }
}

extension Shape {
    /// An item as a client gives it: only its title must be there.
    fileprivate static let givenItem = Shape(
        "GivenItem", "an item that a client gives; its id is made of its title, if it has none",
        Item.members.filter { $0.name != "actions" }.map { member in
            Member(member.name, member.schema, isRequired: member.name == "title", member.summary)
        })
}

extension GivenItem {
    /// The items that a call gives. What one of them is not is said of its place.
    fileprivate static func read(_ param: Member, in params: Params) throws(ResponseError) -> [GivenItem] {
        try params.required(array: param).map { (value) throws(ResponseError) in
            switch value {
            case .string(let title): return .title(title)
            case .object(var object):
                if object["id"]?.string == nil { object["id"] = "" }
                // What a client can do with an item of its own, it does itself.
                object["actions"] = .null
                // An item is written as it is in a record.
                if let item = Item(recorded: object) { return .item(item) }
            default: break
            }
            throw .wrongParam(param, found: value)
        }
    }
}
