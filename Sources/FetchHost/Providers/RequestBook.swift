import Bytes
import JSONRPC
import SearchSource
import Time

/// The requests to a long-running program: those that wait to be sent, in order, and those that were sent but not
/// answered.
struct RequestBook {
    /// A request that is to be sent.
    struct Request {
        /// What identifies it to the caller.
        let key: Conversation.Key
        /// The name of the method.
        let method: String
        /// A JSON object.
        let params: [UInt8]
        /// Whether it was sent before, to a process that was ended because of another request.
        var isRepeated = false

        /// Whether it performs an action: it is made only once, and only its caller ends it.
        var isPerformance: Bool { method == "perform" }
    }

    /// A request that was sent.
    struct Asked {
        /// What was asked.
        let request: Request
        /// When it was sent.
        let sentAt: Instant
        /// Since when nobody wants the answer; nil if somebody does.
        var givenUpAt: Instant?
    }

    /// The requests that wait to be sent, in order, and some that were given up.
    private var queue = Queue<(number: Int, request: Request)>()
    /// The queue numbers of the requests that wait.
    private var numbers: [Conversation.Key: Int] = [:]
    private var lastNumber = 0

    private var asked: [Int: Asked] = [:]
    /// The last id that was used, and the last one before the current process was started.
    private var (lastID, lastIDBefore) = (0, 0)

    /// How many requests were sent but not answered.
    var unanswered: Int { asked.count }

    /// Whether somebody waits for anything.
    var isWanted: Bool { isWaiting || asked.values.contains { $0.givenUpAt == nil } }

    /// Whether a request waits to be sent.
    var isWaiting: Bool { !numbers.isEmpty }

    /// Since when a request that nobody wants has kept its place; nil if none does.
    var firstGivenUpAt: Instant? { asked.values.compactMap(\.givenUpAt).min() }

    /// Whether an action is being performed.
    var isPerforming: Bool { wanted.contains { $0.request.isPerformance } }

    /// When the oldest wanted request that has a time limit was sent; nil if there is none.
    var firstSentAt: Instant? { wanted.filter { !$0.request.isPerformance }.map(\.sentAt).min() }

    /// Returns an id that was not used before.
    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Adds a request that waits to be sent.
    mutating func add(_ request: Request) {
        lastNumber += 1
        numbers[request.key] = lastNumber
        queue.append((lastNumber, request))
    }

    /// Adds requests in front of all others that wait.
    mutating func addFirst(_ requests: [Request]) {
        var all = requests
        while let request = takeWaiting() { all.append(request) }
        for request in all { add(request) }
    }

    /// Takes the request that has waited longest; nil if none waits.
    mutating func takeWaiting() -> Request? {
        while let (number, request) = queue.popFirst() {
            // The key of a request that was given up may have been reused.
            guard numbers[request.key] == number else { continue }
            numbers[request.key] = nil
            return request
        }
        return nil
    }

    /// Notes that a process has been started to which nothing has been sent.
    mutating func begin() {
        lastIDBefore = lastID
        asked = [:]
    }

    /// Notes that a request was sent.
    mutating func sent(_ request: Request, as id: Int, at now: Instant) {
        asked[id] = Asked(request: request, sentAt: now)
    }

    /// Forgets a request that waits, or marks one that was sent as given up and returns its id.
    mutating func giveUp(_ key: Conversation.Key, at now: Instant) -> Int? {
        if numbers.removeValue(forKey: key) != nil, queue.count > 2 * numbers.count {
            queue.removeAll { [numbers] in numbers[$0.request.key] != $0.number }
        }
        guard let id = asked.first(where: { $0.value.request.key == key && $0.value.givenUpAt == nil })?.key else {
            return nil
        }
        asked[id]?.givenUpAt = now
        return id
    }

    /// Returns the keys of the wanted requests that were sent at least `limit` ago, except for actions.
    func overdue(at now: Instant, after limit: Duration) -> [Conversation.Key] {
        wanted.filter { !$0.request.isPerformance && $0.sentAt.advanced(by: limit) <= now }.map(\.request.key)
    }

    /// The requests that were sent and are still wanted, in order.
    private var wanted: [Asked] {
        asked.sorted { $0.key < $1.key }.map(\.value).filter { $0.givenUpAt == nil }
    }

    /// Forgets all requests that were sent; returns those that are still wanted, in order.
    mutating func takeWanted() -> [Request] {
        defer { asked = [:] }
        return wanted.map(\.request)
    }

    /// Removes and returns the request with this id, which has been answered.
    mutating func answered(_ id: Int) throws(PeerMessage.Fault) -> Asked {
        guard let asked = asked.removeValue(forKey: id) else { throw unknown(id, "answered") }
        return asked
    }

    /// Returns the request with this id, for which a part of the answer has come.
    func partCame(_ id: Int) throws(PeerMessage.Fault) -> Asked {
        guard let asked = asked[id] else { throw unknown(id, "sent `$/items` for") }
        guard asked.request.method == "page" else {
            throw PeerMessage.Fault(
                "sent `$/items` for the request \(id), a `\(asked.request.method)`; only a `page` can have them")
        }
        return asked
    }

    private func unknown(_ id: Int, _ verb: String) -> PeerMessage.Fault {
        let wasAsked = lastIDBefore < id && id <= lastID
        return PeerMessage.Fault(
            "\(verb) the request \(id), which was \(wasAsked ? "answered already" : "never made"); "
                + "each request is answered once, with its own `id`")
    }
}
