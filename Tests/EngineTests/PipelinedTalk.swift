import Engine
import JSON
import SearchSource
import TestSupport

/// One random talk with an engine: calls to several sessions, one of them on two sources, of which some open and close, and a
/// reader who lags behind.
struct PipelinedTalk {
    private var random: SplitMix
    private let harness: EngineHarness
    /// What the client knows of the sessions that are open, as far as it has read.
    private var sessions: [String: ClientModel] = [:]
    /// The last generation of which it has read something, by session.
    private var generations: [String: Int] = [:]
    /// The request whose detail it has read to be opening, by session.
    private var opening: [String: Int] = [:]
    /// What was asked for and is not answered, by id.
    private var asked: [Int: Request] = [:]
    private var lastID = 0
    private(set) var story: [String] = []

    private struct Request {
        let method: String
        let session: String
        /// Whether the answer may come later than those to the calls behind it.
        var isLate = false
        /// Whether it stands in a batch, behind whose answer comes what is told before a state otherwise.
        var isOfBatch = false
    }

    /// How often what the sources search has been changed by what was done with an item.
    private final class Changes: @unchecked Sendable {
        var count = 0
    }

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        var pacing = Pacing()
        pacing.debounce = .milliseconds(random.next() % 2 == 0 ? 0 : 50)
        pacing.minLength = 0
        let changes = Changes()
        harness = EngineHarness(["fake", "other"].map { Self.source($0, pacing, changes) })
        harness.isReaderStopped = true
        for name in Self.names { open(name) }
    }

    private static let names = ["a", "b", "both"]
    private static let late = ["openDetail", "perform"]

    /// A source with two pages of three items, to each of which something can be done.
    private static func source(_ name: String, _ pacing: Pacing, _ changes: Changes) -> FakeSource {
        var source = FakeSource(name: name, pacing: pacing, isLocal: true) { request in
            let place = request.cursor == nil ? 0 : 3
            return .local { _ in
                let actions = ["touch", "see"].map { ItemAction(name: $0, title: $0) }
                let items = (place..<place + 3).map { number in
                    Item(id: "\(number)", title: "\(request.query) \(changes.count)", actions: actions)
                }
                return .success(Page(items: items, next: place == 0 ? Cursor("more") : nil))
            }
        }
        source.performWork = { request in
            .local { _ in
                if request.action == "touch" { changes.count += 1 }
                return .success(Performed(hasChanged: request.action == "touch"))
            }
        }
        return source
    }

    /// Runs it; answers what is wrong, or nil.
    mutating func run() -> String? {
        for _ in 0..<80 {
            step()
            for _ in 0..<pick([0, 0, 1, 20]) {
                if let fault = readOne() { return fault }
            }
        }
        while !harness.running.isEmpty { finishOne() }
        harness.isReaderStopped = false
        while let (_, message) = harness.takeMessage() {
            if let fault = fault(of: message) { return fault }
        }
        return asked.isEmpty ? nil : "\(asked.keys.sorted()) were not answered"
    }

    // MARK: What happens

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(random.next() % UInt64(choices.count))]
    }

    private mutating func step() {
        let name = pick(Self.names)
        switch random.next() % 14 {
        case 0...2: call(pick(["setQuery", "submit"]), name, ["query": .string(pick(["swift", "go", "", "c"]))])
        case 3...4: for _ in 0..<pick([1, 30]) { call("getState", name) }
        case 5: call(pick(["reachedBottom", "refresh"]), name)
        case 6:
            call("closeSession", name)
            open(name)
        case 7: send([pick([true, false]) ? openDetail(name) : .request(nil, "openDetail", name, ["id": "nobody's"])])
        case 8: call("perform", name, ["id": .string(item(of: name)), "action": .string(pick(["touch", "see"]))])
        case 9: cancelOne()
        case 10:
            var batch = [request("setQuery", name, ["query": "rust"]), request("refresh", pick(Self.names))]
            if random.next() % 2 == 0 { batch.append(openDetail(name)) }
            batch.append(request(pick(["getState", "cancel"]), name))
            send(batch)
        case 11: harness.advance(to: harness.now + pick([1, 60, 1000]))
        default: for _ in 0..<pick([1, 5]) { finishOne() }
        }
    }

    private mutating func item(of session: String) -> String {
        (session == "both" ? pick(["fake:", "other:"]) : "") + pick(["0", "1", "4"])
    }

    /// A request for a detail of which nothing but its own id makes the item's.
    private mutating func openDetail(_ name: String) -> JSONValue {
        request("openDetail", name, ["id": .string((name == "both" ? "fake:" : "") + String(lastID + 1))])
    }

    private mutating func open(_ name: String) {
        send([request("openSession", name, name == "both" ? ["source": ["fake", "other"]] : [:])])
    }

    /// Calls a method, mostly to be answered.
    private mutating func call(_ method: String, _ session: String, _ params: JSONValue = [:]) {
        send([random.next() % 4 == 0 ? .request(nil, method, session, params) : request(method, session, params)])
    }

    private mutating func cancelOne() {
        guard let id = asked.filter(\.value.isLate).keys.sorted().last else { return }
        call("$/cancelRequest", "", ["id": .number(JSONNumber(id))])
    }

    private mutating func request(_ method: String, _ session: String, _ params: JSONValue = [:]) -> JSONValue {
        lastID += 1
        asked[lastID] = Request(method: method, session: session, isLate: Self.late.contains(method))
        return .request(lastID, method, session, params)
    }

    /// Sends a message, or several as a batch, which is late if one of its calls is.
    private mutating func send(_ messages: [JSONValue]) {
        let message = messages.count == 1 ? messages[0] : .array(messages)
        story.append("--> \(message.text)")
        let ids = messages.compactMap { $0.object?["id"]?.integer }
        let isLate = ids.contains { asked[$0]?.isLate == true }
        for id in ids {
            asked[id]?.isLate = isLate
            asked[id]?.isOfBatch = messages.count > 1
        }
        harness.send(message)
    }

    /// Lets a piece of work that runs come to its end.
    private mutating func finishOne() {
        let ids = harness.running.keys.sorted { $0.number < $1.number }
        guard !ids.isEmpty else { return }
        let id = pick(ids)
        guard case .local(let job)? = harness.running[id] else { return }
        story.append("    \(job.question.map { "\($0)" } ?? "a look") is answered")
        harness.finish(id, .computed(job.compute { false }))
    }

    // MARK: What is read

    private mutating func readOne() -> String? {
        harness.readOne()
        return harness.takeMessage().flatMap { fault(of: $0.message) }
    }

    /// What is wrong with a message; nil if nothing is.
    private mutating func fault(of message: JSONObject) -> String? {
        story.append("<-- \(message.text)")
        if let batch = message["batch"]?.array {
            for answer in batch {
                if let fault = answered(answer.object ?? JSONObject()) { return fault }
            }
            return nil
        }
        if message["id"] != nil { return answered(message) }
        guard let params = message["params"]?.object, let name = params["session"]?.string else {
            return "whose is this?"
        }
        generations[name] = params["generation"]?.integer
        if message["method"] == "loading" {
            let told = params["opening"]?.string.flatMap { Int($0.split(separator: ":").last ?? "") }
            if let id = opening[name], id != told, asked[id] != nil {
                return "the end of \(id) was told before its answer"
            }
            opening[name] = told
        }
        guard sessions[name] != nil else { return "\(name) was never opened" }
        return sessions[name]?.fold(message)
    }

    private mutating func answered(_ answer: JSONObject) -> String? {
        guard let id = answer["id"]?.integer, let request = asked.removeValue(forKey: id) else {
            return "nobody asked for it"
        }
        if request.isLate { return nil }
        if let earlier = asked.filter({ !$0.value.isLate }).keys.min(), earlier < id {
            return "\(earlier) is to be answered"
        }
        let (name, result) = (request.session, answer["result"]?.object ?? JSONObject())
        switch request.method {
        case "openSession":
            sessions[name] = ClientModel(result["state"]?.object ?? JSONObject())
            (generations[name], opening[name]) = (0, nil)
        case "getState" where !request.isOfBatch:
            return sessions[name]?.difference(from: result).map { "the state was told before it was asked for: \($0)" }
        case "setQuery", "submit", "refresh":
            // What it has begun is told behind it.
            guard result["outcome"] == "started", let begun = result["generation"]?.integer else { return nil }
            if generations[name, default: 0] >= begun { return "what the call has caused was told before" }
        default: break
        }
        return nil
    }
}

extension JSONValue {
    /// A call, which is to be answered if it has an id.
    static func request(_ id: Int?, _ method: String, _ session: String, _ params: JSONValue = [:]) -> JSONValue {
        var params = params.object ?? JSONObject()
        params["session"] = .string(session)
        var message = JSONObject([("jsonrpc", "2.0"), ("method", .string(method)), ("params", .object(params))])
        if let id { message["id"] = .number(JSONNumber(id)) }
        return .object(message)
    }
}
