import CurlTransport
import Engine
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
        if transport.socketChanges != watched.socketChanges {
            watched.watch(transport.sockets, as: transport.socketChanges)
        }
        watched.wait(milliseconds: timeout)
        output.polled(watched.outputReadiness)
    }

    /// How long to wait at most, in milliseconds; nil for as long as it takes.
    private var timeout: Milliseconds? {
        if hasUnreadMessages, engine.wantsInput, exit == nil { return 0 }
        var next = wake?.nanoseconds ?? .max
        if let deadline = transport.deadline { next = min(next, deadline) }
        if let exit { next = min(next, exit.deadline.nanoseconds) }
        return next == .max ? nil : Instant.present.milliseconds(until: Instant(nanoseconds: next))
    }

    mutating func takeSignalsAndComputations() {
        guard watched.isWoken else { return }
        wakeup.drain()
        if let signal = EndingSignal.arrived { end(by: signal) }
        for (id, computed) in workers.takeFinished() {
            handle(.fetchFinished(id, .computed(computed)))
        }
    }

    mutating func goOnWithRequests(ready: [CurlTransport.Readiness]) {
        transport.act(on: ready, now: now.nanoseconds)
        for (id, result) in transport.takeCompleted() {
            switch result {
            case .success(let response): handle(.fetchFinished(FetchID(id), .response(response)))
            case .failure(let error): handle(.fetchFinished(FetchID(id), .failed(error)))
            }
        }
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
