import JSONRPC

extension Method {
    /// The second half of an orderly shutdown.
    static let exit = Method(
        "exit", "ends the process, with code 0 after `shutdown`, otherwise with 1", result: .shape(.done)
    ) { (engine, _) throws(ResponseError) in
        engine.exit()
        return .done
    }
}
