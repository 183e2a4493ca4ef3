import Engine
import FetchHost
import Platform

/// Effects: what the engine asks for.
extension StdioHost {
    /// Writes as much as the readers take. If a fast one makes room meanwhile, filling it is left to the next turn:
    /// there is other work to do.
    mutating func send() {
        output.flush()
        if hasUntold, output.hasRoom, !isOver(turnOf: now) {
            render()
            output.flush()
        }
        if !log.isEmpty { log.flush() }
        if let reason = record?.flush() { log.write(.error, "the record ends here: \(reason)") }
        if record?.isOver == true {
            record?.close()
            record = nil
        }
    }

    /// Renders the engine's messages while there is room.
    mutating func render() {
        hasUntold = true
        while output.hasRoom {
            guard let message = engine.nextMessage(at: now) else {
                hasUntold = false
                break
            }
            if let rows {
                output.append(rows.lines(of: message))
            } else {
                output.append(message, framing: input.framing ?? .lines)
            }
        }
        carryOut(engine.takeEffects())
    }

    mutating func carryOut(_ effects: [Effect]) {
        for effect in effects { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .startFetch(let id, let fetch):
            if case .http(let request, _) = fetch {
                log.write(.debug, "request \(id.number): \(request.origin)")
            }
            if case .child(let call) = fetch, call.first == 0 {
                log.write(.debug, "request \(id.number): runs \(call.run.command.arguments.first ?? "")")
            }
            runner.start(id, fetch)
        case .cancelFetch(let id):
            log.write(.debug, "request \(id.number) is given up")
            runner.cancel(id)
        case .wake(let instant):
            wake = instant
        case .record(let line):
            record?.append(line)
        case .log(let level, let text):
            log.write(level, text)
        case .exit(let code, let deadline):
            exit = (code, deadline)
        }
    }

    // MARK: The end

    mutating func endIfItIsTime() {
        if let fault = output.fault {
            log.write(.error, "standard output: \(fault)")
            end(code: 1)
        }
        if output.isGone { end(code: 0) }
        guard let exit else { return }
        if output.isEmpty || now >= exit.deadline { end(code: input.fault == nil ? exit.code : 1) }
    }

    private mutating func end(code: Int32) -> Never {
        record?.finish()
        log.finish()
        ThisProcess.end(code: code)
    }

    /// Ends the process as the signal would have ended it.
    mutating func end(by signal: EndingSignal) -> Never {
        record?.finish()
        log.finish()
        signal.endProcess()
    }
}
