import JSONRPC

extension Method {
    private static let id = Member("id", .string, "the id of an item, in the list or not")

    /// A tap on an item.
    static let openDetail = Method(
        "openDetail", "opens an item at full length; a newer one ends it", parameters: [id], inSession: true,
        result: .shape(.detail), errors: [.requestCancelled, .sourceFailed, .noSuchItem]
    ) { (engine, request) throws(ResponseError) in
        let id = try request.params.required(id)
        let session = try engine.session(of: request)
        session.open(id, answering: request.address.map { engine.noting($0, of: session) })
        return .later
    }
}

extension SearchEngine {
    /// The same address; until there is an answer, the request can be cancelled.
    fileprivate func noting(_ address: ReturnAddress, of session: Session) -> ReturnAddress {
        details[address.id] = session
        return address.onAnswer { [self] in
            if details[address.id] === session { details[address.id] = nil }
        }
    }
}
