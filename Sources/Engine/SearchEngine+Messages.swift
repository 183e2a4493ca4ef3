import JSON
import JSONRPC
import SearchSource

/// From a message to its methods, and their answers back.
extension SearchEngine {
    func arrived(_ message: Message, size: Int) {
        guard phase == .running else { return }
        guard let script, !message.isReadAhead else {
            process(message)
            return
        }
        script.append(message, size: size)
    }

    /// Lets a script go on as far as everything has settled and has been told; answers whether it did.
    @discardableResult
    func continueScript() -> Bool {
        guard let script else { return false }
        var hasGoneOn = false
        while isSettled, outbox.isEmpty, let turn = script.next() {
            process(turn.message, without: turn.cancelled)
            hasGoneOn = true
        }
        return hasGoneOn
    }

    /// - Parameter cancelled: Which calls of a batch are not to be made any more.
    private func process(_ message: Message, without cancelled: Set<Int> = []) {
        outbox.beginCall()
        defer { outbox.endCall() }
        switch message {
        case .single(let entry):
            process(entry) { id in ReturnAddress(id: id, outbox) }
        case .batch(let entries):
            let batch = Batch(into: outbox) { [weak self] session in
                let name = ExactText(session.name)
                if self?.closing[name] === session { self?.closing[name] = nil }
            }
            self.batch = batch
            for (index, entry) in entries.enumerated() {
                if case .call(let call) = entry, let id = call.id, cancelled.contains(index) {
                    batch.address(for: id).answer(ResponseError(.requestCancelled))
                } else if case .call(let call) = entry, let id = call.id, !batch.hasRoom {
                    batch.address(for: id).answer(.batchTooLarge)
                } else {
                    process(entry, address: batch.address)
                }
            }
            self.batch = nil
            batch.close()
        }
    }

    private func process(_ entry: Message.Entry, address: (RequestID) -> ReturnAddress) {
        switch entry {
        case .invalid(let id, let error):
            log(.warning, "a message is refused: \(error.message)")
            address(id).answer(error)
        case .refused(let error):
            log(.warning, "a notification is refused: \(error.message)")
        case .call(let call):
            let address = call.id.map(address)
            do {
                try run(call, address)
            } catch {
                // A notification has no answer, so the log is the only place to say it.
                if address == nil { log(.warning, "\(call.method) is refused: \(error.message)") }
                address?.answer(error)
            }
        }
    }

    private func run(_ call: Call, _ address: ReturnAddress?) throws(ResponseError) {
        guard let method = Method.named(call.method) else {
            throw .unknownMethod(call.method)
        }
        if isExiting { throw ResponseError(.invalidRequest, "nothing may follow `exit`") }
        if isShutDown, method.name != Method.exit.name {
            throw ResponseError(.invalidRequest, "after `shutdown` only `exit` may follow")
        }
        let reply = try method.run(self, Request(params: Params(call.params), address: address))
        if case .result(let result) = reply { address?.answer(result) }
    }

    /// Ends the request `id`, if it is not answered yet.
    func cancelRequest(_ id: RequestID) {
        if let removed = script?.remove(id) {
            if removed == .single { ReturnAddress(id: id, outbox).answer(ResponseError(.requestCancelled)) }
            return
        }
        for session in openDetails.sessions(waitingFor: id) { session.cancelOpening(for: id) }
        performances.cancel(for: id)
    }
}

extension ResponseError {
    /// What is answered to a call for whose answer there is no room in the answer to its batch.
    fileprivate static let batchTooLarge = ResponseError(
        .invalidRequest, "a batch is answered with \(SearchEngine.mostWaitingBytes >> 20) MiB; this call was not made")
}
