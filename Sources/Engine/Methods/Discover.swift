import JSONRPC

extension Method {
    /// The protocol, told by whoever speaks it.
    static let discover = Method(
        "rpc.discover", "describes the methods", result: "an OpenRPC document"
    ) { (engine, _) throws(ResponseError) in
        .result { $0.openRPC(version: engine.configuration.version) }
    }
}
