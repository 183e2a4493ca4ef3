import JSONRPC
import SearchSource

/// The messages of a script that wait until everything before them has settled.
///
/// Nothing here looks at all that wait: a message that is taken out of the middle leaves its place behind.
final class Script {
    /// The place of a message.
    private final class Place {
        let id: RequestID?
        let size: Int
        /// Nil once it is taken out.
        var message: Message?

        init(_ message: Message, size: Int) {
            id = if case .single(.call(let call)) = message { call.id } else { nil }
            self.message = message
            self.size = size
        }
    }

    private var places = Queue<Place>()
    /// The requests that wait by themselves; of several with one id, in order.
    private var requests: [RequestID: Queue<Place>] = [:]
    private var count = 0

    /// About how many bytes the waiting messages take.
    private(set) var waitingBytes = 0

    var isEmpty: Bool { count == 0 }

    func append(_ message: Message, size: Int) {
        let place = Place(message, size: size)
        places.append(place)
        if let id = place.id { requests[id, default: Queue()].append(place) }
        count += 1
        waitingBytes += size
    }

    func next() -> Message? {
        while let place = places.popFirst() {
            guard let message = place.message else { continue }
            if let id = place.id { _ = popFirst(id) }
            forget(place)
            return message
        }
        return nil
    }

    /// Takes the request `id` out; answers false if it does not wait here by itself.
    func remove(_ id: RequestID) -> Bool {
        guard let place = popFirst(id) else { return false }
        forget(place)
        return true
    }

    private func popFirst(_ id: RequestID) -> Place? {
        let place = requests[id]?.popFirst()
        if requests[id]?.isEmpty == true { requests[id] = nil }
        return place
    }

    private func forget(_ place: Place) {
        place.message = nil
        count -= 1
        waitingBytes -= place.size
    }
}

extension Message {
    /// Whether a script acts on the message at once, whatever runs: it is there to stop what runs.
    var isReadAhead: Bool {
        guard case .single(.call(let call)) = self else { return false }
        return [Method.cancel, .cancelRequest].contains { $0.name.hasSameBytes(as: call.method) }
    }
}
