import JSONRPC

/// The requests of one kind that wait for what their sessions do, and those sessions, to find them by their ids.
///
/// A client may give one id to several, also in one session: of details there the newer one ends the older one, whose answer
/// must not take the newer one's place along.
final class OpenRequests {
    /// For each id those with it, by the order in which they came.
    private var waiting: [RequestID: [Int: Session]] = [:]
    private var last = 0

    /// Notes a request until it is answered.
    func note(_ address: ReturnAddress, of session: Session) {
        let id = address.id
        last += 1
        let place = last
        waiting[id, default: [:]][place] = session
        address.onAnswer = { [self] in
            waiting[id]?[place] = nil
            if waiting[id]?.isEmpty == true { waiting[id] = nil }
        }
    }

    /// The sessions in which a request `id` waits, in the order in which it came there.
    func sessions(waitingFor id: RequestID) -> [Session] {
        (waiting[id] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
}
