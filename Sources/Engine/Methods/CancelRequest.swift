import JSON
import JSONRPC

extension Method {
    private static let id = Member("id", .requestID, "the id of the request, as it was sent")

    /// Giving up on an answer.
    static let cancelRequest = Method(
        "$/cancelRequest", "cancels a request that has not been answered yet", parameters: [id], result: .shape(.done)
    ) { (engine, request) throws(ResponseError) in
        guard let value = request.params[id.name] else { throw .wrongParam(id, found: nil) }
        guard id.schema.accepts(value) else { throw .wrongParam(id, found: value) }
        engine.cancelRequest(RequestID(value))
        request.answerDone()
    }
}
