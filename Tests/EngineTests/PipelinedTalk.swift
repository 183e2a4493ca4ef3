import Engine
import JSON
import SearchSource
import TestSupport

/// A random conversation with an engine: calls to several sessions that close and open again, one of them on two
/// sources, and a reader that lags behind.
struct PipelinedTalk {
    private var random: SplitMix
    private let harness: EngineHarness
    /// What the client knows of the open sessions from what it has read so far.
    private var sessions: [String: ClientModel] = [:]
    /// The latest generation of which the client has read something, by session.
    private var generations: [String: Int] = [:]
    /// The request whose detail is opening according to what the client has read, by session.
    private var opening: [String: Int] = [:]
    /// The requests that have not been answered, by id.
    private var asked: [Int: Request] = [:]
    private var lastID = 0
    private(set) var story: [String] = []

    private struct Request {
        let method: String
        let session: String
        /// Whether the answer may arrive after those to later calls.
        var isLate = false
        /// Whether it is part of a batch: what is otherwise sent before a state is then sent after the batch's answer.
        var isOfBatch = false
    }

    /// How often an action has changed what the sources search.
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

    /// Returns a source with two pages of three items, each of which has actions.
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

    /// Runs the conversation; returns what is wrong, or nil.
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

    /// Makes a request for a detail whose id is the request's own, so that the detail can be matched to it.
    private mutating func openDetail(_ name: String) -> JSONValue {
        request("openDetail", name, ["id": .string((name == "both" ? "fake:" : "") + String(lastID + 1))])
    }

    private mutating func open(_ name: String) {
        send([request("openSession", name, name == "both" ? ["source": ["fake", "other"]] : [:])])
    }

    /// Calls a method, mostly as a request.
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

    /// Sends a message, or several as a batch. A batch is late if one of its calls is.
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

    /// Finishes a random piece of running work.
    private mutating func finishOne() {
        let ids = harness.running.keys.sorted { $0.number < $1.number }
        guard !ids.isEmpty else { return }
        let id = pick(ids)
        guard case .local(let job)? = harness.running[id] else { return }
        story.append("    \(job.question.map { "\($0)" } ?? "a check") is answered")
        harness.finish(id, .computed(job.compute { false }))
    }

    // MARK: What is read

    private mutating func readOne() -> String? {
        harness.readOne()
        return harness.takeMessage().flatMap { fault(of: $0.message) }
    }

    /// Returns what is wrong with a message; nil if nothing is.
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
            return "it names no session"
        }
        generations[name] = params["generation"]?.integer
        if message["method"] == "loading" {
            let told = params["opening"]?.string.flatMap { Int($0.split(separator: ":").last ?? "") }
            if let id = opening[name], id != told, asked[id] != nil {
                return "the end of \(id) was reported before its answer"
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
            return "\(earlier) should have been answered first"
        }
        let (name, result) = (request.session, answer["result"]?.object ?? JSONObject())
        switch request.method {
        case "openSession":
            sessions[name] = ClientModel(result["state"]?.object ?? JSONObject())
            (generations[name], opening[name]) = (0, nil)
        case "getState" where !request.isOfBatch:
            return sessions[name]?.difference(from: result).map { "the state differs from what was reported: \($0)" }
        case "setQuery", "submit", "refresh":
            // What the call has started is reported after its answer.
            guard result["outcome"] == "started", let begun = result["generation"]?.integer else { return nil }
            if generations[name, default: 0] >= begun { return "what the call caused was reported before its answer" }
        default: break
        }
        return nil
    }
}

extension JSONValue {
    /// Returns a call: a request if it has an id, otherwise a notification.
    static func request(_ id: Int?, _ method: String, _ session: String, _ params: JSONValue = [:]) -> JSONValue {
        var params = params.object ?? JSONObject()
        params["session"] = .string(session)
        var message = JSONObject([("jsonrpc", "2.0"), ("method", .string(method)), ("params", .object(params))])
        if let id { message["id"] = .number(JSONNumber(id)) }
        return .object(message)
    }
}
