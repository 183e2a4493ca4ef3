import Engine
import JSON
import SearchSource
import TestSupport
import Testing

/// A client that has said more than it has read: answers come in order, and what a call causes behind its answer; neither
/// keeps another session from telling what it has to tell.
@Suite struct PipeliningTests {
    /// An engine with these sessions, whose reader has read all, and stands still.
    private func engine(_ sessions: [String]) -> EngineHarness {
        let harness = EngineHarness()
        for session in sessions { harness.request(0, "openSession", session) }
        _ = harness.takeTexts()
        harness.isReaderStopped = true
        return harness
    }

    /// Reads one message; answers the session that it tells something of, or the id of the request that it answers.
    private func readOne(_ harness: EngineHarness) -> String {
        harness.readOne()
        guard let (_, message) = harness.takeMessage() else { return "nothing" }
        return message["params"]?.object?["session"]?.string ?? message["id"]?.text ?? message.text
    }

    @Test func answersDoNotKeepASessionFromTellingWhatItHas() {
        let harness = engine(["asked", "quiet"])
        harness.request(0, "submit", "quiet", ["query": "swift"])
        for id in 1...100 { harness.request(id, "getState", "asked") }
        var read: [String] = []
        for id in 101...140 {
            read.append(readOne(harness))
            harness.request(id, "getState", "asked")
        }
        #expect(read.firstIndex(of: "quiet") == 16)
        #expect(read.filter { $0 != "quiet" } == (0...38).map(String.init), "it has one thing to tell")
    }

    @Test func whatACallCausesStaysBehindItsAnswer() {
        let harness = engine(["asked", "called"])
        for id in 1...40 { harness.request(id, "getState", "asked") }
        harness.request(41, "submit", "called", ["query": "swift"])
        for id in 42...100 { harness.request(id, "getState", "asked") }
        let read = (0...100).map { _ in readOne(harness) }
        #expect(read.filter { $0 != "called" } == (1...100).map(String.init))
        #expect((41...57).contains(read.firstIndex(of: "called") ?? 0), "\(read)")
    }

    @Test func whatComesOfADetailStaysBehindItsAnswer() {
        let harness = engine(["asked", "called"])
        harness.request(100, "openDetail", "called", ["id": "1"])
        #expect([readOne(harness), readOne(harness)] == ["called", "nothing"], "it says what is opening")
        for id in 1...40 { harness.request(id, "getState", "asked") }
        harness.answer(Computed(Work<Detail>.known(.success(Detail(id: "1", title: "One", text: "")))))
        let read = (0...41).map { _ in readOne(harness) }
        #expect(read == (1...40).map(String.init) + ["100", "called"])
    }

    @Test func whatABatchCausesStaysBehindItsAnswer() {
        let harness = engine(["asked", "called"])
        harness.send([
            .request(100, "openDetail", "asked", ["id": "1"]), .request(101, "submit", "called", ["query": "swift"]),
        ])
        for id in 1...40 { harness.request(id, "listSources", "") }
        harness.send(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 100]])
        let read = (0...41).map { _ in readOne(harness) }
        #expect(read.prefix(40) == (1...40).map(String.init)[...])
        #expect(read[40].contains(#""id":101"#) && read[41] == "called", "\(read)")
    }

    @Test func whatAnActionChangesIsToldBehindItsAnswer() {
        let harness = engine(["asked", "called", "shown"])
        let item = Item(id: "1", title: "One", actions: [ItemAction(name: "touch", title: "Touch")])
        for session in ["called", "shown"] {
            harness.request(0, "submit", session, ["query": "swift"])
            harness.answer(.page(.success(Page(items: [item]))))
        }
        while readOne(harness) != "nothing" {}
        harness.request(100, "perform", "called", ["id": "1", "action": "touch"])
        for id in 1...40 { harness.request(id, "getState", "asked") }
        harness.answer(Computed(Work<Performed>.known(.success(Performed(hasChanged: true)))))
        harness.advance(to: 1000)
        let read = (0...42).map { _ in readOne(harness) }
        #expect(read == (1...40).map(String.init) + ["100", "called", "shown"], "both read their lists anew")
    }

    @Test func sessionsThatWaitForTheirAnswersHoldUpNoOther() {
        let waiting = (0..<40).map { "waiting \($0)" }
        let harness = engine(["asked", "quiet"] + waiting)
        for id in 1...200 { harness.request(id, "getState", "asked") }
        for (index, name) in waiting.enumerated() { harness.request(201 + index, "submit", name, ["query": "swift"]) }
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["session": "quiet", "query": "swift"]])
        let read = (0..<60).map { _ in readOne(harness) }
        #expect(read.filter { Int($0) == nil } == ["quiet"])
    }

    @Test func whateverComesAndHoweverItIsRead() {
        for seed in 0..<200 as Range<UInt64> {
            var talk = Talk(seed: seed)
            guard let fault = talk.run() else { continue }
            Issue.record("seed \(seed): \(fault)\n\(talk.story.joined(separator: "\n"))")
            return
        }
    }
}

extension EngineHarness {
    fileprivate func request(_ id: Int, _ method: String, _ session: String, _ params: JSONValue = [:]) {
        send(.request(id, method, session, params))
    }
}

extension JSONValue {
    fileprivate static func request(
        _ id: Int?, _ method: String, _ session: String, _ params: JSONValue = [:]
    ) -> JSONValue {
        var params = params.object ?? JSONObject()
        params["session"] = .string(session)
        var message = JSONObject([("jsonrpc", "2.0"), ("method", .string(method)), ("params", .object(params))])
        if let id { message["id"] = .number(JSONNumber(id)) }
        return .object(message)
    }
}

/// One random talk with an engine: calls to several sessions, of which some open and close, and a reader who lags behind.
private struct Talk {
    private var random: SplitMix
    private let harness: EngineHarness
    /// What the client knows of the sessions that are open, as far as it has read.
    private var sessions: [String: ClientModel] = [:]
    /// The last generation of which it has read something, by session.
    private var generations: [String: Int] = [:]
    /// What was asked for, by id.
    private var asked: [Int: (method: String, session: String)] = [:]
    private var lastID = 0
    private var lastAnswered = 0
    private(set) var story: [String] = []

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        var pacing = Pacing()
        pacing.debounce = .milliseconds(random.next() % 2 == 0 ? 0 : 50)
        pacing.minLength = 0
        harness = EngineHarness([FakeSource(pacing: pacing, isLocal: true)])
        harness.isReaderStopped = true
        for name in Self.names { call("openSession", name) }
    }

    private static let names = ["a", "b", "c"]

    /// Runs it; answers what is wrong, or nil.
    mutating func run() -> String? {
        for _ in 0..<60 {
            step()
            for _ in 0..<[0, 0, 1, 20][Int(random.next() % 4)] {
                if let fault = readOne() { return fault }
            }
        }
        harness.isReaderStopped = false
        while let (_, message) = harness.takeMessage() {
            if let fault = fault(of: message) { return fault }
        }
        return lastAnswered == lastID ? nil : "\(lastAnswered) of \(lastID) requests were answered"
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(random.next() % UInt64(choices.count))]
    }

    private mutating func step() {
        let name = pick(Self.names)
        switch random.next() % 12 {
        case 0...2: call(pick(["setQuery", "submit"]), name, ["query": .string(pick(["swift", "go", "", "c"]))])
        case 3...5: for _ in 0..<pick([1, 30]) { call("getState", name) }
        case 6: call("reachedBottom", name, ["need": 10])
        case 7:
            call("closeSession", name)
            call("openSession", name)
        case 8: send([.request(nil, "openDetail", name, ["id": "1"])])
        case 9: send([request("setQuery", name, ["query": "rust"]), request("refresh", name), request("cancel", name)])
        case 10: harness.advance(to: harness.now + pick([1, 60, 1000]))
        default: harness.answer((0..<pick([0, 3])).map(String.init), next: pick([nil, "more"]))
        }
    }

    /// Calls a method, mostly to be answered.
    private mutating func call(_ method: String, _ session: String, _ params: JSONValue = [:]) {
        let wantsAnswer = method == "openSession" || random.next() % 4 != 0
        send([wantsAnswer ? request(method, session, params) : .request(nil, method, session, params)])
    }

    private mutating func request(_ method: String, _ session: String, _ params: JSONValue = [:]) -> JSONValue {
        lastID += 1
        asked[lastID] = (method, session)
        return .request(lastID, method, session, params)
    }

    /// Sends a message, or several as a batch.
    private mutating func send(_ messages: [JSONValue]) {
        let message = messages.count == 1 ? messages[0] : .array(messages)
        story.append("--> \(message.text)")
        harness.send(message)
    }

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
        return sessions[name]?.fold(message)
    }

    private mutating func answered(_ answer: JSONObject) -> String? {
        let id = answer["id"]?.integer ?? 0
        guard id == lastAnswered + 1, let (method, name) = asked[id] else {
            return "\(lastAnswered + 1) is to be answered"
        }
        lastAnswered = id
        let result = answer["result"]?.object ?? JSONObject()
        switch method {
        case "openSession":
            sessions[name] = ClientModel(result["state"]?.object ?? JSONObject())
            generations[name] = 0
        case "closeSession":
            sessions[name] = nil
        case "getState":
            return sessions[name]?.difference(from: result).map { "the state was told before it was asked for: \($0)" }
        case "reachedBottom":
            break
        default:
            // What it has begun is told behind it.
            guard result["outcome"] == "started", let begun = result["generation"]?.integer else { return nil }
            if generations[name, default: 0] >= begun { return "what the call has caused was told before" }
        }
        return nil
    }
}
