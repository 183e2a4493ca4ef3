import Bytes
import JSONRPC
import SearchSource
import Time

/// The requests to a program that stays: those that wait to be sent, in order, and those that were sent and are not answered.
struct RequestBook {
    /// A request that is to be sent.
    struct Request {
        /// By what it is known to who makes it.
        let key: Conversation.Key
        /// The name of the method.
        let method: String
        /// A JSON object.
        let params: [UInt8]
        /// Whether it was asked before, of a program that was ended because of another request.
        var isRepeated = false

        /// Whether it does something: it is made once, and only who asked for it ends it.
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

    /// Those that wait to be sent, in order, and some that nobody wants any more.
    private var queue = Queue<(number: Int, request: Request)>()
    /// The numbers in the queue of those that wait.
    private var numbers: [Conversation.Key: Int] = [:]
    private var lastNumber = 0

    private var asked: [Int: Asked] = [:]
    /// The last id that was given, and the last one before the program was started that runs now.
    private var (lastID, lastIDBefore) = (0, 0)

    /// How many are not answered.
    var unanswered: Int { asked.count }

    /// Whether somebody waits for anything.
    var isWanted: Bool { isWaiting || asked.values.contains { $0.givenUpAt == nil } }

    /// Whether one waits to be sent.
    var isWaiting: Bool { !numbers.isEmpty }

    /// Since when a request that nobody wants keeps its place; nil if none does.
    var firstGivenUpAt: Instant? { asked.values.compactMap(\.givenUpAt).min() }

    /// Whether something is being done.
    var isPerforming: Bool { wanted.contains { $0.request.isPerformance } }

    /// When the oldest of those was sent that somebody wants and that have their time.
    var firstSentAt: Instant? { wanted.filter { !$0.request.isPerformance }.map(\.sentAt).min() }

    /// An id that was not given before.
    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Lets a request wait to be sent.
    mutating func add(_ request: Request) {
        lastNumber += 1
        numbers[request.key] = lastNumber
        queue.append((lastNumber, request))
    }

    /// Lets requests wait before all others.
    mutating func addFirst(_ requests: [Request]) {
        var all = requests
        while let request = takeWaiting() { all.append(request) }
        for request in all { add(request) }
    }

    /// Takes the request that has waited longest; nil if none waits.
    mutating func takeWaiting() -> Request? {
        while let (number, request) = queue.popFirst() {
            // The key of one that was given up may be another one's since.
            guard numbers[request.key] == number else { continue }
            numbers[request.key] = nil
            return request
        }
        return nil
    }

    /// A program has been started that has not been asked anything.
    mutating func begin() {
        lastIDBefore = lastID
        asked = [:]
    }

    /// Notes that a request was sent.
    mutating func sent(_ request: Request, as id: Int, at now: Instant) {
        asked[id] = Asked(request: request, sentAt: now)
    }

    /// Forgets a request that waits; answers the id of one that was sent, and that nobody wants from now on.
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

    /// The keys of those that were wanted and sent so long ago.
    func overdue(at now: Instant, after limit: Duration) -> [Conversation.Key] {
        wanted.filter { !$0.request.isPerformance && $0.sentAt.advanced(by: limit) <= now }.map(\.request.key)
    }

    /// Those that were sent and that somebody wants, in order.
    private var wanted: [Asked] {
        asked.sorted { $0.key < $1.key }.map(\.value).filter { $0.givenUpAt == nil }
    }

    /// Forgets all that was sent; answers those that somebody wants, in order.
    mutating func takeWanted() -> [Request] {
        defer { asked = [:] }
        return wanted.map(\.request)
    }

    /// The request with this id, which is answered now.
    mutating func answered(_ id: Int) throws(PeerMessage.Fault) -> Asked {
        guard let asked = asked.removeValue(forKey: id) else { throw unknown(id, "answered") }
        return asked
    }

    /// The request with this id, of whose answer a part has come.
    func partCame(_ id: Int) throws(PeerMessage.Fault) -> Asked {
        guard let asked = asked[id] else { throw unknown(id, "sent `$/items` for") }
        guard asked.request.method == "page" else {
            throw PeerMessage.Fault(
                "sent `$/items` for the request \(id), a `\(asked.request.method)`; they belong to a `page`")
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
