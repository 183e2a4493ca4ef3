import JSONRPC

extension Method {
    /// The protocol's description of itself.
    static let discover = Method(
        "rpc.discover", "returns an OpenRPC document of the protocol", result: .object
    ) { (_, request) throws(ResponseError) in
        request.answer { $0.value(OpenRPC.document) }
    }
}
