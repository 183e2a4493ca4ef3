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

    /// How long it is the turn of those who send, or of those who answer, before others have theirs: what has come at once
    /// may be eight long pages, or 30,000 messages that are none. In each turn at least one of them is heard to its end.
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
        if watched.hasInput, !hasUnreadMessages { input.read() }
        hasUnreadMessages = true
        repeat {
            guard engine.wantsInput, exit == nil else { return }
            guard let frame = input.next() else {
                hasUnreadMessages = false
                if input.takeEnd() { endInput() }
                return
            }
            handle(Event(frame))
        } while !isOver(turnOf: now)
    }

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
