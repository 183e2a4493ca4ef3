import BuiltinSources
import Engine
import HTTP
import JSON
import SearchSource
import TestSupport

/// Runs a scenario against the engine in virtual time.
public struct ScenarioRunner {
    private let scenario: Scenario
    private let harness: EngineHarness
    private var client: ScenarioClient
    private var calls = 0
    private var sequences: [String: Int] = [:]
    private var asked: [(id: FetchID, question: JSONObject)] = []
    private var faults: [String] = []

    /// Runs `scenario`; returns what went wrong, which is empty if nothing did, and the transcript.
    public static func run(
        _ scenario: Scenario
    ) throws -> (faults: [String], transcript: [(way: String, text: String)]) {
        var runner = try ScenarioRunner(scenario)
        return (runner.run(), runner.harness.transcript)
    }

    private init(_ scenario: Scenario) throws {
        self.scenario = scenario
        let source: any Source
        if let made = scenario.header["source"]?.object {
            source = try MadeAnswers.source(made)
        } else {
            source = try SourceType.wikipedia.source(["endpoint": "http://scenario.test/w/api.php"])
        }
        harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [source], defaultSource: source.info.name,
                isScript: scenario.header["script"] == true, version: "test"))
        client = ScenarioClient(harness, hasHeaders: scenario.header["framing"] == "content-length")
    }

    private mutating func run() -> [String] {
        if let options = scenario.header["options"] {
            let call: JSONValue = [
                "jsonrpc": "2.0", "id": "open", "method": "openSession",
                "params": ["session": "test", "options": options],
            ]
            client.send(call.text)
            if harness.takeMessage()?.message["result"]?.object?["session"] != "test" { return ["openSession failed"] }
        }
        for step in scenario.steps where faults.isEmpty {
            // Input sent at the same time arrives before the engine gets the results of jobs that it runs off the loop.
            harness.holdsAside = step.at == harness.now && ["send", "raw", "notify", "end"].contains(step.kind)
            harness.advance(to: step.at)
            harness.holdsAside = ["send", "raw", "notify", "end"].contains(step.kind)
            take(step)
        }
        harness.holdsAside = false
        guard faults.isEmpty else { return faults }
        for (at, message) in harness.messages { faults.append("at \(at): not expected: \(message.text)") }
        for (at, _, fetch) in harness.asks { faults.append("at \(at): not expected to ask: \(fetch)") }
        for (at, id) in harness.drops { faults.append("at \(at): not expected to drop \(id)") }
        if !harness.running.isEmpty { faults.append("left running at the end: \(harness.running)") }
        if scenario.header["leavesTimer"] != true, harness.exit == nil {
            harness.advance(to: harness.now + 1)
            if harness.hasWake { faults.append("a timer is left at the end") }
        }
        return faults
    }

    private mutating func take(_ step: Scenario.Step) {
        switch step.kind {
        case "call", "notify": call(step)
        case "send": client.send(step.members["send"]?.string ?? "")
        case "raw": raw(step)
        case "end": client.end()
        case "answer": check(step, id: step.members["answer"] ?? .null)
        case "answers": answers(step)
        case "expect": expect(step)
        case "ask": ask(step)
        case "reply": reply(step)
        case "drop": drop(step)
        case "change": harness.handle(.sourceChanged(MadeAnswers.source))
        default: exit(step)
        }
    }

    private mutating func fail(_ step: Scenario.Step, _ text: String) {
        faults.append("line \(step.line): \(text)")
    }

    /// Whether something happened at the time of a step. In recordings, the engine's output is a little late.
    private func isDue(_ step: Scenario.Step, _ at: Int) -> Bool {
        abs(at - step.at) <= scenario.header["slack"]?.integer ?? 0
    }

    /// The session under test, which is added to every call that names none.
    private var session: String { scenario.header["options"] == nil ? "default" : "test" }

    private mutating func call(_ step: Scenario.Step) {
        var params = step.members["params"]?.object ?? JSONObject()
        let method = step.members[step.kind]?.string ?? ""
        if scenario.header["options"] != nil, params["session"] == nil, !method.hasPrefix("$/") {
            params["session"] = .string(session)
        }
        calls += 1
        let id = step.members["id"] ?? .string("call \(calls)")
        var message = JSONObject([("jsonrpc", "2.0"), ("method", .string(method)), ("params", .object(params))])
        if step.kind == "call" { message["id"] = id }
        client.send(JSONValue.object(message).text)
        if step.members["result"] != nil || step.members["error"] != nil { check(step, id: id) }
    }

    /// Writes bytes, given as one character each.
    private mutating func raw(_ step: Scenario.Step) {
        let bytes = (step.members["raw"]?.string ?? "").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let times = step.members["times"]?.integer ?? 1
        // By doubling: appended one by one, a million bytes take seconds in a debug build.
        var block = bytes
        var sent: [UInt8] = []
        for bit in 0..<(Int.bitWidth - times.leadingZeroBitCount) {
            if times & (1 << bit) != 0 { sent += block }
            block += block
        }
        client.write(sent)
    }

    /// Takes the next message, which must have been sent at the time of the step.
    private mutating func receive(_ step: Scenario.Step) -> ScenarioClient.Received? {
        guard let (received, fault) = client.take() else {
            fail(step, "nothing was sent, expected \(step.members.text)")
            return nil
        }
        if let fault { fail(step, "\(fault): \(received.message.text)") }
        if !isDue(step, received.at) { fail(step, "sent at \(received.at): \(received.message.text)") }
        return received
    }

    /// Checks that the next message is the answer to `id`.
    private mutating func check(_ step: Scenario.Step, id: JSONValue) {
        guard let received = receive(step) else { return }
        check(step, step.members, id: id, in: received, received.document.root)
    }

    /// Checks that the next message is the answer to a batch.
    private mutating func answers(_ step: Scenario.Step) {
        guard let received = receive(step) else { return }
        let expected = step.members["answers"]?.array ?? []
        guard received.message["batch"] != nil, received.answers.count == expected.count else {
            return fail(step, "expected \(expected.count) answers in one message, found \(received.message.text)")
        }
        for (expected, found) in zip(expected, received.answers) {
            let members = expected.object ?? JSONObject()
            check(step, members, id: members["answer"] ?? .null, in: received, found)
        }
    }

    private mutating func check(
        _ step: Scenario.Step, _ expected: JSONObject, id: JSONValue, in received: ScenarioClient.Received,
        _ node: JSONDocument.Node
    ) {
        let answer = received.document.object(node)
        if answer["id"] != id { fail(step, "expected the answer to \(id.text), found \(answer.text)") }
        if let written = expected["written"]?.string, received.id(of: node) != written {
            fail(step, "the id must be written \(written) in \(answer.text)")
        }
        for member in ["result", "error"] {
            if let difference = Scenario.difference(expected[member], answer[member], member) {
                fail(step, "\(difference) in \(answer.text)")
            }
        }
    }

    private mutating func expect(_ step: Scenario.Step) {
        guard let message = receive(step)?.message else { return }
        let params = message["params"]?.object ?? JSONObject()
        if message["method"] != step.members["expect"] {
            return fail(step, "expected \(step.members.text), found \(message.text)")
        }
        let name = params["session"]?.string ?? ""
        if name != step.members["session"]?.string ?? session { fail(step, "wrong session in \(message.text)") }
        let sequence = params["seq"]?.integer ?? -1
        if sequence != sequences[name, default: 0] + 1 { fail(step, "`seq` has a gap in \(message.text)") }
        sequences[name] = sequence
        if let difference = Scenario.difference(step.members["params"], .object(params), "params") {
            fail(step, "\(difference) in \(message.text)")
        }
    }

    private mutating func ask(_ step: Scenario.Step) {
        guard let (at, id, fetch) = harness.takeAsk() else { return fail(step, "nothing was asked") }
        let question =
            switch fetch {
            case .http(let request, _): MediaWikiAnswers.question(request)
            case .local(let job): MadeAnswers.question(job)
            // No scenario needs a program: its output would arrive in parts, like the answers of any other source.
            case .child: JSONObject()
            }
        asked.append((id, question))
        if !isDue(step, at) { fail(step, "asked at \(at)") }
        if let difference = Scenario.difference(step.members["ask"], .object(question), "ask") {
            fail(step, "\(difference) in \(question.text)")
        }
    }

    /// Returns the question that a step is about: the last one that matches `wanted`, or the last one if that is nil.
    private func question(_ step: Scenario.Step, _ wanted: JSONValue?) -> (id: FetchID, question: JSONObject)? {
        asked.last { Scenario.difference(wanted, .object($0.question), "") == nil }
    }

    private mutating func reply(_ step: Scenario.Step) {
        guard let (id, question) = question(step, step.members["to"]) else { return fail(step, "nothing to reply to") }
        let reply = step.members["reply"]?.object ?? JSONObject()
        guard scenario.header["source"] != nil else {
            return harness.finish(id, MediaWikiAnswers.result(reply, to: question))
        }
        harness.finish(id, .computed(MadeAnswers.result(reply, to: question)))
        // The request for the part that follows is made at the same moment; it is not a question that the engine asks.
        if reply["last"] == false, let index = asked.lastIndex(where: { $0.id == id }), let rest = harness.takeAsk() {
            asked[index].id = rest.id
        }
    }

    private mutating func drop(_ step: Scenario.Step) {
        guard let (at, id) = harness.takeDrop() else { return fail(step, "nothing was dropped") }
        let dropped = asked.first { $0.id == id }?.question ?? JSONObject()
        if !isDue(step, at) { fail(step, "dropped at \(at)") }
        if let difference = Scenario.difference(step.members["drop"], .object(dropped), "drop") {
            fail(step, "\(difference) in \(dropped.text)")
        }
    }

    private mutating func exit(_ step: Scenario.Step) {
        guard let (code, at) = harness.exit else { return fail(step, "the engine has not ended") }
        if !isDue(step, at) || Int(code) != step.members["exit"]?.integer { fail(step, "ended at \(at) with \(code)") }
    }
}
