import JSON
import JSONRPC

/// Where the answer to a request goes. Its holder answers exactly once.
struct ReturnAddress {
    let id: RequestID

    private let outbox: Outbox
    /// The batch that collects the answer, and the answer's place in it; nil if the request came by itself.
    private let slot: (batch: Batch, place: Int)?

    /// Called as soon as there is an answer.
    var onAnswer: (() -> Void)?

    /// The address of a request that came by itself.
    init(id: RequestID, _ outbox: Outbox) {
        self.id = id
        self.outbox = outbox
        slot = nil
    }

    /// The address of a request in a batch.
    init(id: RequestID, _ batch: Batch, place: Int) {
        self.id = id
        outbox = batch.outbox
        slot = (batch, place)
    }

    func answer(_ result: (inout JSONWriter) -> Void) {
        answer(as: outbox.message { $0.response(to: id, result) })
    }

    func answer(_ error: ResponseError) {
        answer(as: outbox.message { $0.response(to: id, error) })
    }

    /// Answers with a message that has already been written.
    func answer(as message: [UInt8]) {
        onAnswer?()
        if let slot { slot.batch.take(message, at: slot.place) } else { outbox.append(message) }
    }
}
