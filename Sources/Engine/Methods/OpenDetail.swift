import JSONRPC

extension Method {
    private static let id = Member("id", .string, "the id of an item, in the list or not")

    /// A tap on an item.
    static let openDetail = Method(
        "openDetail", "loads the detail of an item; a newer one supersedes it", parameters: [id], inSession: true,
        result: .shape(.detail), errors: [.requestCancelled, .sourceFailed, .noSuchItem]
    ) { (engine, request) throws(ResponseError) in
        let id = try request.params.required(id)
        let session = try engine.session(of: request)
        session.open(id, answering: request.address.map { engine.openDetails.note($0, of: session) })
    }
}
