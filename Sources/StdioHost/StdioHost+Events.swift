import Engine
import JSONRPC
import Platform
import Time

/// What has happened.
extension StdioHost {
    /// Waits until something happens.
    mutating func wait() {
        watched.watch(
            input: engine.wantsInput && !input.hasEnded && exit == nil, output: !output.isEmpty, log: !log.isEmpty,
            record: record.map { !$0.isEmpty } ?? false)
        watched.wait(atMost: timeout)
        output.polled(watched.outputReadiness)
    }

    /// How long to wait at most; nil for as long as it takes.
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

    /// How long it is the turn of those who answer before others have theirs: what has come at once may be eight long pages. In
    /// each turn at least one of them is heard to its end.
    private static let turn = Duration.milliseconds(1)

    /// Whether a turn that has begun then is over.
    func isOver(turnOf began: Instant) -> Bool { SystemClock.now >= began.advanced(by: Self.turn) }

    mutating func takeFinished() {
        if watched.isWoken {
            for line in runner.takeSaid() { log.write(.info, line) }
            for end in runner.takeFinished() { finished.append(end) }
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
            // What has come with an answer counts before it, also where something was left of what had come before.
            guard let frame = input.next() ?? (readInput(&canRead) ? input.next() : nil) else {
                hasUnreadMessages = false
                if input.takeEnd() { endInput() }
                return
            }
            handle(Event(frame))
        }
    }

    /// Reads what can be read, once a turn; answers whether it did.
    @discardableResult
    private mutating func readInput(_ canRead: inout Bool) -> Bool {
        guard canRead else { return false }
        canRead = false
        input.read()
        return true
    }

    /// How many messages are taken in before others have their turn: what is read at once may be 30,000 that are none.
    private static let mostMessagesATurn = 256

    private mutating func endInput() {
        if let fault = input.fault { log.write(.error, "standard input: \(fault)") }
        handle(.inputEnded)
    }

    /// Lets each timer that is due fire, and renders what comes of it.
    mutating func fireTimers() {
        while let wake, wake <= now {
            carryOut(engine.handle(.timePassed, at: now))
            render()
        }
    }

    /// Tells the engine what has happened, and renders what comes of it before anything else happens: only what a slow
    /// reader has no room for folds.
    private mutating func handle(_ event: Event) {
        fireTimers()
        carryOut(engine.handle(event, at: now))
        render()
    }
}
