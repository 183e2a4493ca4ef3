import Engine
import JSONRPC
import Platform

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
        var next = wake
        if let exit { next = min(exit.deadline, next ?? exit.deadline) }
        return next.map(SystemClock.now.duration)
    }

    mutating func takeSignals() {
        guard watched.isWoken else { return }
        wakeup.drain()
        if let signal = EndingSignal.arrived { end(by: signal) }
    }

    mutating func takeFinished() {
        guard watched.isWoken else { return }
        for line in runner.takeSaid() { log.write(.info, line) }
        for (id, result) in runner.takeFinished() { handle(.fetchFinished(id, result)) }
    }

    mutating func takeInput() {
        if watched.hasInput, !hasUnreadMessages { input.read() }
        hasUnreadMessages = true
        for _ in 0..<Self.mostMessagesATurn {
            guard engine.wantsInput, exit == nil else { return }
            guard let frame = input.next() else {
                hasUnreadMessages = false
                if input.takeEnd() { endInput() }
                return
            }
            handle(Event(frame))
        }
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
