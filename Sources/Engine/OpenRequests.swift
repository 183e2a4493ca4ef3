import JSONRPC

/// Finds the sessions of the open requests of one kind by the ids of those requests.
///
/// A client may give several requests the same id, even in one session. There, a newer detail ends the older one, whose
/// answer must not remove the newer one's entry.
final class OpenRequests {
    /// For each id, the sessions of the requests with it, by the order in which those arrived.
    private var waiting: [Hashed<RequestID>: [Int: Session]] = [:]
    private var last = 0

    /// Notes a request until it is answered; returns the address to answer at.
    func note(_ address: ReturnAddress, of session: Session) -> ReturnAddress {
        let id = Hashed(address.id)
        last += 1
        let place = last
        waiting[id, default: [:]][place] = session
        var address = address
        address.onAnswer = { [self] in
            waiting[id]?[place] = nil
            if waiting[id]?.isEmpty == true { waiting[id] = nil }
        }
        return address
    }

    /// Returns the sessions in which a request `id` waits, in the order in which the requests arrived.
    func sessions(waitingFor id: RequestID) -> [Session] {
        (waiting[Hashed(id)] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
}
