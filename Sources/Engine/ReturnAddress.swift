import JSON
import JSONRPC

/// Where the answer to a request goes. Whoever holds it answers exactly once.
final class ReturnAddress {
    let id: RequestID

    private let destination: Destination

    /// What is done as soon as there is an answer.
    var onAnswer: (() -> Void)?

    private enum Destination {
        /// The answer is sent as it is.
        case outbox(Outbox)
        /// It has this place in the answer to a batch.
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

    private func deliver(_ write: (inout JSONWriter) -> Void) {
        onAnswer?()
        switch destination {
        case .outbox(let outbox): outbox.append(outbox.message(write))
        case .batch(let batch, let place): batch.take(batch.outbox.message(write), at: place)
        }
    }
}
