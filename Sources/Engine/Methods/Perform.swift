import JSON
import JSONRPC
import SearchSource

extension Method {
    private static let id = Member("id", .string, "the id of an item in the list shown")
    private static let action = Member("action", .string, "the `name` of one of the item's `actions`")
    private static let generation = Member(
        "generation", .integer(atLeast: 0), isRequired: false,
        "the generation of the list in which the item was seen; the item is looked up in no other list")

    /// Doing something with an item.
    static let perform = Method(
        "perform", "performs an action on an item: one at a time, once, and to its end",
        parameters: [id, action, generation], inSession: true,
        result: .shape(Shape("Performed", "the result of an action", Performed.members)),
        errors: [.requestCancelled, .sourceFailed, .noSuchItem]
    ) { (engine, request) throws(ResponseError) in
        let (id, action) = (try request.params.required(id), try request.params.required(action))
        let generation = try request.params.integer(generation)
        let session = try engine.session(of: request)
        guard let item = session.now({ $0.shownItem(id, of: generation) }) else {
            throw .notShown(id, generation, in: session)
        }
        guard item.actions.contains(where: { $0.name.hasSameBytes(as: action) }) else {
            throw .noAction(action, of: item)
        }
        if let running = engine.performances.action(in: session) { throw .busy(running, in: session) }
        engine.performances.begin(
            PerformRequest(action, with: item), in: session, answering: request.address,
            changed: { [unowned engine] in
                // In a union, the source that performed the action has changed as well.
                for name in [session.sourceName, item.source].compactMap({ $0 }) {
                    engine.sourceChanged(name, byCall: true)
                }
            })
    }
}

extension ResponseError {
    /// The list that is shown has no such item, or it is not the list that is meant.
    fileprivate static func notShown(_ id: String, _ generation: Int?, in session: Session) -> ResponseError {
        let list = generation.map { " of generation \($0)" } ?? ""
        let error = SourceError.noSuchItem("no list\(list) that contains \"\(id)\" is shown")
        return ToldError(error.bounded(), .perform, of: session.sourceName).response
    }

    /// The item does not offer this action.
    fileprivate static func noAction(_ action: String, of item: Item) -> ResponseError {
        let names = item.actions.map { "\"\($0.name)\"" }.joined(separator: ", ")
        return .wrongParam(
            "action", expected: "an action of the item, which has " + (names.isEmpty ? "none" : names),
            found: .string(action))
    }

    /// An action is being performed in the session already.
    fileprivate static func busy(_ action: String, in session: Session) -> ResponseError {
        let expected = "one in which nothing is performed"
        return ResponseError(
            .invalidParams, "`session`: \"\(session.name)\" is busy with \"\(action)\"; one action runs at a time",
            data: JSONObject([("param", "session"), ("expected", .string(expected))]))
    }
}
