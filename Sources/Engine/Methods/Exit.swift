import JSONRPC

extension Method {
    /// The second half of an orderly shutdown.
    static let exit = Method(
        "exit", "ends the process, with code 0 after `shutdown`, otherwise with 1", result: .shape(.done)
    ) { (engine, request) throws(ResponseError) in
        engine.exit()
        request.answerDone()
    }
}
