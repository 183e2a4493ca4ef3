import JSON
import JSONRPC

/// A `$/items` notification of a provider: items of a page that come before its answer.
struct ItemsNotification {
    /// The id of the request.
    let id: Int
    /// The items, a JSON array as it was written.
    let items: [UInt8]

    /// Reads the params.
    init(_ params: [UInt8]) throws(PeerMessage.Fault) {
        guard let document = try? JSONDocument(params, maximumCount: PeerMessage.mostValues),
            let id = document.member("id", of: document.root).flatMap({ document.integer($0) }),
            let items = document.member("items", of: document.root), document.kind(items) == .array,
            let range = document.range(items)
        else {
            throw PeerMessage.Fault(
                "sent `$/items` without the `id` of a request or without an array `items`")
        }
        self.id = id
        self.items = Array(document.bytes[range])
    }
}
