import JSON
import JSONRPC
import SearchSource
import Unions

extension SearchEngine {
    /// Returns the source `name`, or the default one if that is nil.
    func source(named name: String?) throws(ResponseError) -> any Source {
        let name = name ?? configuration.defaultSource
        guard let source = configuration.sources.first(where: { $0.info.name.hasSameBytes(as: name) }) else {
            throw .unknownSource(name, known: configuration.sources.map(\.info.name))
        }
        return source
    }

    /// Returns the sources `names` as one source.
    func source(uniting names: [String]) throws(ResponseError) -> any Source {
        var blocks: [any Source] = []
        for name in names { blocks.append(try source(named: name)) }
        do throws(UnionError) {
            return try UnionSource(blocks, pacingOf: configuration.replay.pacing)
        } catch {
            let param = "source" + (error.place.map { "[\($0)]" } ?? "")
            throw ResponseError(
                .invalidParams, "`\(param)`: \(error.message)",
                data: JSONObject([("param", .string(param)), ("expected", "sources that can be searched at once")]))
        }
    }

    /// Returns the session that a call is about, and makes its notifications wait for the answer.
    func session(of request: Request) throws(ResponseError) -> Session {
        let session = try session(named: try request.params.string(Method.session))
        if request.address != nil { outbox.putBehindAnswers(session) }
        batch?.add(session)
        return session
    }

    /// Returns the session `name`, or `default` if that is nil. That one is always there: if it was closed, it comes
    /// back empty.
    func session(named name: String?) throws(ResponseError) -> Session {
        if let session = sessions[name] { return session }
        if let name, !OpenSessions.isStanding(name) { throw .unknownSession(name) }
        let source = try source(named: nil)
        return open(name ?? OpenSessions.standing, on: source, pacing: configuration.replay.pacing(of: source))
    }

    /// Opens a session; a name is made up for it if `name` is nil.
    func openSession(named name: String?, on source: any Source, pacing: Pacing) throws(ResponseError) -> Session {
        let name = name ?? madeName()
        guard !name.isEmpty, sessions[name] == nil else {
            throw .wrongParam("session", expected: "a name that is not open yet", found: .string(name))
        }
        let session = open(name, on: source, pacing: pacing)
        // Nobody is told of it before it is told that it is there.
        batch?.add(session)
        return session
    }

    private func madeName() -> String {
        repeat { madeNames += 1 } while sessions["session-\(madeNames)"] != nil
        return "session-\(madeNames)"
    }

    private func open(_ name: String, on source: any Source, pacing: Pacing) -> Session {
        closing.removeValue(forKey: ExactText(name))?.heldBack.drop(from: outbox)
        let source = source.itemHolder?.emptied() ?? source
        let session = Session(
            name: name, number: openedSessions, source: source, pacing: pacing, waits: script == nil,
            timeline: timeline, outbox: outbox, loader: loader, activity: activity, watch: watch(of: source))
        openedSessions += 1
        sessions[name] = session
        // Unsent messages may be from an earlier session with this name.
        outbox.putBehindAnswers(session)
        return session
    }

    /// Returns the watch that all sessions on the source share; nil if the source cannot be watched.
    private func watch(of source: any Source) -> Watch? {
        guard source.watched != nil else { return nil }
        let name = source.info.name
        if let watch = watches[ExactText(name)] { return watch }
        let watch = loader.watch(
            source, isSeen: { [unowned self] in sessions.contains { $0.sees(name) } },
            changed: { [unowned self] in sourceChanged(name) })
        watches[ExactText(name)] = watch
        return watch
    }

    /// Lets the sessions on this source know that it has changed. If a call changed it, their notifications wait for
    /// the answer to that call.
    func sourceChanged(_ name: String, byCall: Bool = false) {
        for session in sessions.all where session.sourceName.hasSameBytes(as: name) {
            if byCall { outbox.putBehindAnswers(session) }
            session.perform(.sourceChanged)
        }
    }

    /// Closes a session: its open requests are answered first, then the call that closes it; its last notification
    /// comes after that. It waits for no batch but the one that the call is in.
    func close(_ session: Session, answering request: Request) {
        sessions[session.name] = nil
        if let batch {
            batch.add(closing: session)
        } else {
            session.heldBack.end(to: outbox)
        }
        session.cancelAll()
        request.answerDone()
        session.close()
        forget(session)
        if !session.heldBack.isEmpty { closing[ExactText(session.name)] = session }
    }

    /// Releases what a client gave to a session that is closed, off the loop: for a long list that takes long.
    private func forget(_ session: Session) {
        guard let holder = session.holder, holder.count > Method.mostTakenAtOnce else { return }
        fetcher.compute(in: .disposal) {
            _ = holder.take([], appending: false)
        } _: {
        }
    }

    /// Renders what a session has to tell before the next answer is made. It waits for no batch but the one that is
    /// being processed.
    func flush(_ session: Session) {
        outbox.flush(session)
        if let batch { batch.add(flushed: session) } else { session.heldBack.handOver(to: outbox) }
    }

    /// Whether nothing is under way in any session, nothing is being done with an item, and no message is set aside.
    var isSettled: Bool {
        activity.sessions == 0 && performances.isEmpty && !intake.isAside
    }
}
