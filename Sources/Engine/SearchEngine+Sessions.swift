import JSON
import JSONRPC
import SearchSource

extension SearchEngine {
    /// The session that is meant where none is named.
    static let defaultSession = "default"

    /// The source `name`; the default one if that is nil.
    func source(named name: String?) throws(ResponseError) -> any Source {
        let name = name ?? configuration.defaultSource
        guard let source = configuration.sources.first(where: { $0.info.name.hasSameBytes(as: name) }) else {
            throw .unknownSource(name, known: configuration.sources.map(\.info.name))
        }
        return source
    }

    /// The session that a call means.
    func session(of request: Request) throws(ResponseError) -> Session {
        let session = try session(named: try request.params.string(Method.session) ?? Self.defaultSession)
        batch?.add(session)
        return session
    }

    /// The session `name`. `default` is always there: if it was closed, it comes back empty.
    func session(named name: String) throws(ResponseError) -> Session {
        if let session = sessions[ExactText(name)] { return session }
        guard name.hasSameBytes(as: Self.defaultSession) else { throw .unknownSession(name) }
        let source = try source(named: nil)
        return open(name, on: source, pacing: source.info.pacing)
    }

    /// Opens a session; a name is made up for it if `name` is nil.
    func openSession(named name: String?, on source: any Source, pacing: Pacing) throws(ResponseError) -> Session {
        let name = name ?? madeName()
        guard !name.isEmpty, sessions[ExactText(name)] == nil else {
            throw .wrongParam("session", expected: "a name that is not open yet", found: .string(name))
        }
        return open(name, on: source, pacing: pacing)
    }

    private func madeName() -> String {
        repeat { madeNames += 1 } while sessions[ExactText("session-\(madeNames)")] != nil
        return "session-\(madeNames)"
    }

    private func open(_ name: String, on source: any Source, pacing: Pacing) -> Session {
        let session = Session(
            name: name, source: source, pacing: pacing, waits: script == nil, timeline: timeline, outbox: outbox,
            loader: loader, activity: activity)
        sessions[ExactText(name)] = session
        return session
    }

    /// Closes a session: what it has open is answered, then the call that closes it, then comes its last notification.
    func close(_ session: Session, answering address: ReturnAddress?) {
        sessions[ExactText(session.name)] = nil
        session.cancelAll()
        if case .result(let result) = Reply.done { address?.answer(result) }
        session.close()
    }

    /// Renders what a session has to tell, in front of whatever is answered next.
    func flush(_ session: Session) {
        outbox.flush(session)
    }

    /// Whether nothing is under way in any session.
    var isSettled: Bool {
        activity.sessions == 0
    }
}
