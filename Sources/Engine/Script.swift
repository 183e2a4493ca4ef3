import Bytes
import JSONRPC
import SearchSource

/// The messages of a script that wait until everything before them has settled.
///
/// No operation visits all waiting messages: one that is removed from the middle leaves its place behind.
final class Script {
    /// The place of a message.
    private final class Place {
        let size: Int
        /// Nil once it has been removed.
        var message: Message?
        /// The indices of the calls of a batch that are not to be made.
        var cancelled: Set<Int> = []

        init(_ message: Message, size: Int) {
            self.message = message
            self.size = size
        }
    }

    /// A waiting request, and the index of its call in a batch; nil if it waits by itself.
    private struct Request {
        let place: Place
        let call: Int?
    }

    /// A message whose turn has come.
    struct Turn {
        let message: Message
        /// The indices of the calls of a batch that are no longer to be made.
        let cancelled: Set<Int>
    }

    /// What `remove` has found.
    enum Removed {
        /// A request that waited by itself, with its id as it was written. It is gone.
        case single(RequestID)
        /// A call of a batch. It keeps its place, because its answer is part of the answer to the batch.
        case ofBatch
    }

    private var places = Queue<Place>()
    /// The waiting requests, by id; several with the same id are in order.
    private var requests: [Hashed<RequestID>: Queue<Request>] = [:]
    private var count = 0

    /// The approximate size of the waiting messages, in bytes.
    private(set) var waitingBytes = 0

    var isEmpty: Bool { count == 0 }

    func append(_ message: Message, size: Int) {
        let place = Place(message, size: size)
        places.append(place)
        message.forEachRequest { id, call in
            requests[Hashed(id), default: Queue()].append(Request(place: place, call: call))
        }
        count += 1
        waitingBytes += size
    }

    func next() -> Turn? {
        while let place = places.popFirst() {
            guard let message = place.message else { continue }
            message.forEachRequest { id, call in
                // What was removed is not among the waiting requests.
                if call.map(place.cancelled.contains) != true { _ = popFirst(id) }
            }
            forget(place)
            return Turn(message: message, cancelled: place.cancelled)
        }
        return nil
    }

    /// Removes the request `id`, or the one that has waited longest if there are several; returns nil if none waits
    /// here.
    func remove(_ id: RequestID) -> Removed? {
        guard let request = popFirst(id) else { return nil }
        if let call = request.call {
            request.place.cancelled.insert(call)
            return .ofBatch
        }
        defer { forget(request.place) }
        guard case .single(.call(let call)) = request.place.message else { return .single(id) }
        return .single(call.id ?? id)
    }

    private func popFirst(_ id: RequestID) -> Request? {
        let id = Hashed(id)
        let request = requests[id]?.popFirst()
        if requests[id]?.isEmpty == true { requests[id] = nil }
        return request
    }

    private func forget(_ place: Place) {
        place.message = nil
        count -= 1
        waitingBytes -= place.size
    }
}

extension Message {
    /// Calls `body` with the id of each request in the message and, in a batch, the index of its call.
    fileprivate func forEachRequest(_ body: (_ id: RequestID, _ call: Int?) -> Void) {
        switch self {
        case .single(.call(let call)): if let id = call.id { body(id, nil) }
        case .single: break
        case .batch(let entries):
            for (index, entry) in entries.enumerated() {
                if case .call(let call) = entry, let id = call.id { body(id, index) }
            }
        }
    }

    /// Whether a script acts on the message at once, whatever is running, because the message is there to stop that.
    var isReadAhead: Bool {
        guard case .single(.call(let call)) = self else { return false }
        return [Method.cancel, .cancelRequest].contains { $0.name.hasSameBytes(as: call.method) }
    }
}
