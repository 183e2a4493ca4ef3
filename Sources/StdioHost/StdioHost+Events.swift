import CurlTransport
import Engine
import FetchHost
import JSONRPC
import Platform
import Signals

/// What has happened.
extension StdioHost {
    /// Waits until something happens.
    mutating func wait() {
        watched.watch(
            input: engine.wantsInput && !input.hasEnded && exit == nil, output: !output.isEmpty, log: !log.isEmpty,
            record: record.map { !$0.isEmpty } ?? false)
        if runner.socketChanges != watched.socketChanges {
            watched.watch(runner.sockets, as: runner.socketChanges)
        }
        watched.wait(milliseconds: timeout)
        output.polled(watched.outputReadiness)
    }

    /// How long to wait at most, in milliseconds; nil for as long as it takes.
    private var timeout: Milliseconds? {
        if hasUntold, output.hasRoom { return 0 }
        if hasUnreadMessages, engine.wantsInput, exit == nil { return 0 }
        var next = wake
        if let deadline = runner.deadline { next = min(deadline, next ?? deadline) }
        if let exit { next = min(exit.deadline, next ?? exit.deadline) }
        return next.map(Instant.present.milliseconds)
    }

    mutating func takeSignalsAndComputations() {
        guard watched.isWoken else { return }
        wakeup.drain()
        if let signal = EndingSignal.arrived { end(by: signal) }
        for (id, result) in runner.takeComputed() { handle(.fetchFinished(id, result)) }
    }

    mutating func goOnWithRequests(ready: [CurlTransport.Readiness]) {
        for (id, result) in runner.goOn(ready: ready, now: now) { handle(.fetchFinished(id, result)) }
    }

    mutating func takeInput() {
        if watched.hasInput { input.read() }
        hasUnreadMessages = true
        while engine.wantsInput, exit == nil {
            switch input.next() {
            case .message(let bytes)?: handle(.messageArrived(bytes))
            case .tooLong(let beginning)?: handle(.messageTooLong(beginning))
            case .lost(let reason)?: handle(.framingLost(reason))
            case nil:
                hasUnreadMessages = false
                if input.takeEnd() { handle(.inputEnded) }
                return
            }
        }
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
