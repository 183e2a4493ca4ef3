import JSON
import JSONRPC
import SearchSource

/// From a message to its methods, and their answers back.
extension SearchEngine {
    /// Takes what has arrived, now or when its turn comes.
    func arrived(_ arrival: Intake.Arrival) {
        if intake.isAside { intake.waiting.append(arrival) } else { take(arrival) }
    }

    private func take(_ arrival: Intake.Arrival) {
        guard case .running = phase else { return }
        switch arrival {
        case .text(let bytes) where bytes.count <= Intake.largestReadAtOnce:
            carryOut(Message(bytes), size: bytes.count)
        case .text(let bytes):
            setAside {
                Message(bytes)
            } then: { [unowned self] message in
                carryOut(message, size: bytes.count)
            }
        case .message(let message, let size): carryOut(message, size: size)
        case .end(let code): inputEnded(code: code)
        }
    }

    /// Sets aside the message that is being carried out: others have their turn while `compute` runs; then it continues
    /// with `then`.
    func setAside<Value: Sendable>(
        _ compute: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
    ) {
        intake.isAside = true
        fetcher.compute(in: .intake, compute) { [unowned self] value in
            intake.isAside = false
            then(value)
            while !intake.isAside, let next = intake.rest.popFirst() { next() }
            while !intake.isAside, let arrival = intake.waiting.popFirst() { take(arrival) }
        }
    }

    /// Calls `body` now or, while something is set aside, as soon as that has continued.
    func whenNothingIsAside(_ body: @escaping (SearchEngine) -> Void) {
        if intake.isAside { intake.rest.append { [unowned self] in body(self) } } else { body(self) }
    }

    private func carryOut(_ message: Message, size: Int) {
        guard let script, !message.isReadAhead else {
            process(message)
            return
        }
        script.append(message, size: size)
    }

    /// Continues the script as far as everything has settled and has been told; returns whether it made any progress.
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

    /// - Parameter cancelled: The indices of the calls of a batch that are no longer to be made.
    private func process(_ message: Message, without cancelled: Set<Int> = []) {
        switch message {
        case .single(let entry):
            outbox.beginCall()
            defer { outbox.endCall() }
            process(entry) { id in ReturnAddress(id: id, outbox) }
        case .batch(let entries):
            let batch = Batch(into: outbox) { [weak self] join, send in
                self?.whenNothingIsAside { $0.setAside(join, then: send) }
            } hasEnded: { [weak self] session in
                let name = ExactText(session.name)
                if self?.closing[name] === session { self?.closing[name] = nil }
            }
            process(entries[...], of: batch, without: cancelled)
        }
    }

    /// Makes the calls of a batch. Those for which there is no time in this turn are made in a later one.
    private func process(_ entries: ArraySlice<Message.Entry>, of batch: Batch, without cancelled: Set<Int>) {
        outbox.beginCall()
        self.batch = batch
        defer {
            self.batch = nil
            outbox.endCall()
        }
        let enough = batch.bytes + Intake.mostAnswersATurn
        for (index, entry) in zip(entries.indices, entries) {
            if case .call(let call) = entry, let id = call.id, cancelled.contains(index) {
                batch.address(for: id).answer(ResponseError(.requestCancelled))
            } else if case .call(let call) = entry, let id = call.id, !batch.hasRoom {
                batch.address(for: id).answer(.batchTooLarge)
            } else {
                process(entry, address: batch.address)
            }
            let isEnough = index + 1 - entries.startIndex >= Intake.mostCallsATurn || batch.bytes >= enough
            if isEnough, !intake.isAside { setAside({}, then: {}) }
            if intake.isAside {
                intake.rest.append { [unowned self] in
                    process(entries[(index + 1)...], of: batch, without: cancelled)
                }
                return
            }
        }
        batch.close()
    }

    private func process(_ entry: Message.Entry, address: (RequestID) -> ReturnAddress) {
        switch entry {
        case .invalid(let id, let error):
            log(.warning, "a message is refused: \(error.message)")
            address(id).answer(error)
        case .refused(let error):
            log(.warning, "a notification is refused: \(error.message)")
        case .call(let call):
            carryOut(Request(method: call.method, params: Params(call.params), address: call.id.map(address)))
        }
    }

    /// Lets its method answer a request.
    private func carryOut(_ request: Request) {
        do throws(ResponseError) {
            guard let method = Method.named(request.method) else {
                throw .unknownMethod(request.method)
            }
            if isExiting { throw ResponseError(.invalidRequest, "nothing may follow `exit`") }
            if isShutDown, method.name != Method.exit.name {
                throw ResponseError(.invalidRequest, "after `shutdown` only `exit` may follow")
            }
            try method.run(self, request)
        } catch {
            refuse(request, because: error)
        }
    }

    /// Answers a request with an error.
    private func refuse(_ request: Request, because error: ResponseError) {
        // A notification has no answer, so the log is the only place to say it.
        if request.address == nil { log(.warning, "\(request.method) is refused: \(error.message)") }
        request.address?.answer(error)
    }

    /// Sets aside a request with a long part, `compute`; `then` continues it. No other call is made before that.
    func setAside<Value: Sendable>(
        _ request: Request, _ compute: @escaping @Sendable () -> Value,
        then: @escaping (Value) throws(ResponseError) -> Void
    ) {
        setAside(compute) { [unowned self] value in
            outbox.beginCall()
            defer { outbox.endCall() }
            do throws(ResponseError) { try then(value) } catch { refuse(request, because: error) }
        }
    }

    /// Ends the request `id`, if it is not answered yet.
    func cancelRequest(_ id: RequestID) {
        if let removed = script?.remove(id) {
            if case .single(let id) = removed {
                ReturnAddress(id: id, outbox).answer(ResponseError(.requestCancelled))
            }
            return
        }
        for session in openDetails.sessions(waitingFor: id) { session.cancelOpening(for: id) }
        performances.cancel(for: id)
    }
}

extension ResponseError {
    /// The answer to a call for whose own answer there is no room in the answer to its batch.
    fileprivate static let batchTooLarge = ResponseError(
        .invalidRequest, "a batch is answered with \(SearchEngine.mostWaitingBytes >> 20) MiB; this call was not made")
}
