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
