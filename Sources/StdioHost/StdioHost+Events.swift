import Engine
import JSONRPC
import Platform
import Time

/// Events: what the engine is told.
extension StdioHost {
    /// Waits until something happens.
    mutating func wait() {
        watched.watch(
            input: engine.wantsInput && !input.hasEnded && exit == nil, output: !output.isEmpty, log: !log.isEmpty,
            record: record.map { !$0.isEmpty } ?? false)
        watched.wait(atMost: timeout)
        output.polled(watched.outputReadiness)
    }

    /// The maximum time to wait; nil for no limit.
    private var timeout: Duration? {
        if hasUntold, output.hasRoom { return .zero }
        if hasUnreadMessages, engine.wantsInput, exit == nil { return .zero }
        if !finished.isEmpty { return .zero }
        var next = wake
        if let exit { next = min(exit.deadline, next ?? exit.deadline) }
        return next.map(SystemClock.now.duration)
    }

    mutating func takeSignals() {
        guard watched.isWoken else { return }
        wakeup.drain()
        if let signal = EndingSignal.arrived { end(by: signal) }
    }

    /// How long results are handled before other events have their turn: eight long pages may have arrived at once. In
    /// each turn at least one result is handled completely.
    private static let turn = Duration.milliseconds(1)

    /// Whether a turn that began at `began` is over.
    func isOver(turnOf began: Instant) -> Bool { SystemClock.now >= began.advanced(by: Self.turn) }

    mutating func takeFinished() {
        if watched.isWoken {
            for end in runner.takeFinished() { finished.append(end) }
            // Taken afterwards, so that what a program said before it ended is logged before its end has consequences.
            for line in runner.takeSaid() { log.write(.info, line) }
        }
        if finished.isEmpty { return }
        let began = SystemClock.now
        while let (id, result) = finished.popFirst() {
            handle(.fetchFinished(id, result))
            if isOver(turnOf: began) { return }
        }
    }

    mutating func takeInput() {
        var canRead = watched.hasInput
        if !hasUnreadMessages { readInput(&canRead) }
        hasUnreadMessages = true
        for _ in 0..<Self.mostMessagesATurn {
            guard engine.wantsInput, exit == nil else { return }
            // Input that arrived with a result is handled before it, even if earlier input was left over.
            guard let frame = input.next() ?? (readInput(&canRead) ? input.next() : nil) else {
                hasUnreadMessages = false
                if input.takeEnd() { endInput() }
                return
            }
            handle(Event(frame))
        }
    }

    /// Reads what can be read, at most once a turn. Returns whether it did.
    @discardableResult
    private mutating func readInput(_ canRead: inout Bool) -> Bool {
        guard canRead else { return false }
        canRead = false
        input.read()
        return true
    }

    /// How many messages are handled before other events have their turn: one read may return 30,000 invalid ones.
    private static let mostMessagesATurn = 256

    private mutating func endInput() {
        if let fault = input.fault { log.write(.error, "standard input: \(fault)") }
        handle(.inputEnded)
    }

    /// Fires each timer that is due, and renders the result.
    mutating func fireTimers() {
        while let wake, wake <= now {
            carryOut(engine.handle(.timePassed, at: now))
            render()
        }
    }

    /// Tells the engine what has happened, and renders the result before anything else happens: messages are folded
    /// only if a slow reader has no room for them.
    private mutating func handle(_ event: Event) {
        fireTimers()
        carryOut(engine.handle(event, at: now))
        render()
    }
}
