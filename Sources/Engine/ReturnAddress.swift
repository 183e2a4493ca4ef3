import JSON
import JSONRPC

/// Where the answer to a request goes. Whoever holds it answers exactly once.
struct ReturnAddress {
    /// The request's id.
    let id: RequestID

    /// Takes the text of the answer: into the outbox, or into its place in the answer to a batch.
    let deliver: ([UInt8]) -> Void

    func answer(_ result: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.response(to: id, result)
        deliver(writer.bytes)
    }

    func answer(_ error: ResponseError) {
        var writer = JSONWriter()
        writer.response(to: id, error)
        deliver(writer.bytes)
    }
}

/// The answer to a batch: one array, sent when the last of its answers is there.
///
/// Answers stand in the order of the requests. A batch of notifications has no answer at all.
final class Batch {
    private var answers: [[UInt8]?] = []
    private var missing = 0
    private var isComplete = false
    private let send: ([UInt8]?) -> Void

    /// A batch that hands its answer to `send`, or nil if there is none.
    init(_ send: @escaping ([UInt8]?) -> Void) {
        self.send = send
    }

    /// The address of one more request.
    func address(for id: RequestID) -> ReturnAddress {
        let place = answers.count
        answers.append(nil)
        missing += 1
        return ReturnAddress(id: id) { [self] answer in
            answers[place] = answer
            missing -= 1
            sendIfComplete()
        }
    }

    /// To be called once every request has its address.
    func close() {
        isComplete = true
        sendIfComplete()
    }

    private func sendIfComplete() {
        guard isComplete, missing == 0 else { return }
        guard !answers.isEmpty else {
            send(nil)
            return
        }
        var writer = JSONWriter()
        writer.array { for answer in answers { $0.raw(answer ?? []) } }
        send(writer.bytes)
    }
}
