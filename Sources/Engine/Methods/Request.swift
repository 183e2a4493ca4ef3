import JSON

/// A call as its method gets it.
struct Request {
    let method: String
    let params: Params
    /// Where the answer goes; nil for a notification.
    let address: ReturnAddress?

    /// Answers with what `result` writes, unless it is a notification.
    func answer(_ result: (inout JSONWriter) -> Void) {
        address?.answer(result)
    }

    /// Answers with an empty object: it is done, and there is nothing to report.
    func answerDone() {
        answer { $0.object { _ in } }
    }
}
