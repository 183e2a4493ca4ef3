import JSON
import JSONRPC

/// Where the answer to a request goes. Its holder answers exactly once.
final class ReturnAddress {
    let id: RequestID

    private let destination: Destination

    /// Called as soon as there is an answer.
    var onAnswer: (() -> Void)?

    private enum Destination {
        /// The answer is sent as it is.
        case outbox(Outbox)
        /// The answer has this place in the answer to a batch.
        case batch(Batch, place: Int)
    }

    /// The address of a request that came by itself.
    init(id: RequestID, _ outbox: Outbox) {
        self.id = id
        destination = .outbox(outbox)
    }

    /// The address of a request in a batch.
    init(id: RequestID, _ batch: Batch, place: Int) {
        self.id = id
        destination = .batch(batch, place: place)
    }

    func answer(_ result: (inout JSONWriter) -> Void) {
        deliver { $0.response(to: id, result) }
    }

    func answer(_ error: ResponseError) {
        deliver { $0.response(to: id, error) }
    }

    /// Answers with a message that has already been written.
    func answer(as message: [UInt8]) {
        onAnswer?()
        switch destination {
        case .outbox(let outbox): outbox.append(message)
        case .batch(let batch, let place): batch.take(message, at: place)
        }
    }

    private func deliver(_ write: (inout JSONWriter) -> Void) {
        switch destination {
        case .outbox(let outbox): answer(as: outbox.message(write))
        case .batch(let batch, _): answer(as: batch.outbox.message(write))
        }
    }
}
