import Bytes
import Time

/// A request that waits for its turn.
protocol WaitingRequest {
    /// Which requests it takes turns with: those of its host.
    associatedtype Lane: Hashable

    var id: Int { get }
    var lane: Lane { get }
    /// When it has waited too long.
    var deadline: Instant { get }
}

/// Requests that wait for their turn, with one queue for each lane, in which those with the earliest deadlines come first.
///
/// Nothing here looks at every request: adding, removing or taking one costs the same however many wait, except that one
/// that goes ahead of others moves those. Lanes are few: there is one for each server.
struct WaitingQueue<Request: WaitingRequest> {
    private var queues: [Request.Lane: Line] = [:]
    /// The lane in which each request waits.
    private var lanes: [Int: Request.Lane] = [:]
    private var lastTicket = 0

    /// The requests of one lane. The first one still waits; some of those behind it may not.
    private struct Line {
        var entries = Queue<(ticket: Int, request: Request)>()
        var gone = 0

        /// Adds a request. Usually it goes to the end; one that another server has failed has less time left.
        mutating func add(_ request: Request, ticket: Int) {
            let deadline = request.deadline
            let isLast = entries.isEmpty || entries[entries.count - 1].request.deadline <= deadline
            let place =
                isLast
                ? entries.count
                : entries.withUnsafeBufferPointer { $0.end { $0.request.deadline <= deadline } }
            entries.insert((ticket, request), at: place)
        }

        mutating func tidy(_ waits: (_ id: Int) -> Bool) {
            while !entries.isEmpty, !waits(entries[0].request.id) {
                entries.removeFirst(1)
                gone -= 1
            }
            if gone > 16, gone > entries.count / 2 {
                entries.removeAll { !waits($0.request.id) }
                gone = 0
            }
        }
    }

    var isEmpty: Bool { lanes.isEmpty }

    /// When the next request has waited too long; nil if nothing waits.
    var deadline: Instant? {
        queues.values.lazy.map { $0.entries[0].request.deadline }.min()
    }

    /// Adds a request, behind those of its lane that must be sent earlier.
    mutating func add(_ request: Request) {
        lastTicket += 1
        lanes[request.id] = request.lane
        queues[request.lane, default: Line()].add(request, ticket: lastTicket)
    }

    /// Removes the request `id`; returns false if it does not wait.
    mutating func remove(id: Int) -> Bool {
        guard let lane = lanes.removeValue(forKey: id) else { return false }
        queues[lane]?.gone += 1
        tidy(lane)
        return true
    }

    /// Takes the first request of a free lane: of several, of the one whose first request was added first.
    mutating func takeFirst(where isFree: (Request.Lane) -> Bool) -> Request? {
        var next: (ticket: Int, lane: Request.Lane)?
        for (lane, queue) in queues where isFree(lane) {
            let ticket = queue.entries[0].ticket
            if next.map({ ticket < $0.ticket }) ?? true { next = (ticket, lane) }
        }
        return next.flatMap { takeFirst(of: $0.lane) }
    }

    /// Takes a request that has waited too long.
    mutating func takeExpired(at now: Instant) -> Request? {
        let lane = queues.first { $0.value.entries[0].request.deadline <= now }?.key
        return lane.flatMap { takeFirst(of: $0) }
    }

    private mutating func takeFirst(of lane: Request.Lane) -> Request? {
        guard let request = queues[lane]?.entries[0].request else { return nil }
        lanes[request.id] = nil
        queues[lane]?.gone += 1
        tidy(lane)
        return request
    }

    /// Makes sure that the first request of a queue still waits, and that most of them do.
    private mutating func tidy(_ lane: Request.Lane) {
        guard let index = queues.index(forKey: lane) else { return }
        queues.values[index].tidy { lanes[$0] != nil }
        if queues.values[index].entries.isEmpty { queues.remove(at: index) }
    }
}
