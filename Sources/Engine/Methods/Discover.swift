import JSONRPC

extension Method {
    /// The protocol's description of itself.
    static let discover = Method(
        "rpc.discover", "describes the protocol as an OpenRPC document", result: .object
    ) { (_, _) throws(ResponseError) in
        .result { $0.value(OpenRPC.document) }
    }
}
