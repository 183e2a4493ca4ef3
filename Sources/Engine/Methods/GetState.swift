import JSON
import JSONRPC

extension Method {
    /// The state as a whole, for a client that has just connected or does not want to keep track of changes.
    static let getState = Method(
        "getState", "sends what is unsent, and then the whole state", inSession: true,
        result: .shape(.snapshot)
    ) { (engine, request) throws(ResponseError) in
        let session = try engine.session(of: request)
        engine.flush(session)
        let snapshot = Snapshot(of: session)
        guard snapshot.isLong, let address = request.address else {
            request.answer { $0.object(snapshot) }
            return
        }
        // What there is to tell meanwhile is sent after the state.
        session.heldBack.awaitedAnswers += 1
        let id = address.id
        engine.setAside(request) {
            var writer = JSONWriter()
            writer.response(to: id) { $0.object(snapshot) }
            return writer.bytes
        } then: { message in
            address.answer(as: message)
            session.heldBack.awaitedAnswers -= 1
            engine.outbox.release(session)
        }
    }
}
