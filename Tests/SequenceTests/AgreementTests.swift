import Engine
import Foundation
import JSON
import SearchSource
import Testing
import TestSupport

/// The engine agrees on random sequences with the model in `Tests/model`, which was written from the protocol's text
/// alone. `SEEKLINE_AGREEMENTS` sets the number of sequences.
@Suite struct AgreementTests {
    static let total = ProcessInfo.processInfo.environment["SEEKLINE_AGREEMENTS"].flatMap { Int($0) } ?? 1_000
    static let shards = 2
    static let sequences = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "model/sequences")

    @Test(arguments: 0..<shards)
    func engineAndModelAgree(_ shard: Int) throws {
        let count = Self.total / Self.shards
        var number = shard * count
        for line in try Self.lines(["python3", Self.sequences.path(), "\(number)", "\(count)"]) {
            let sequence = try #require(try JSONParser.parse(Array(line)).object)
            if let fault = try Playback(sequence).fault() {
                Issue.record("sequence \(number): \(fault)\n\(sequence["options"]?.text ?? "")")
                return
            }
            number += 1
        }
        #expect(number == (shard + 1) * count)
    }

    /// Runs a command and returns its output, line by line.
    private static func lines(_ command: [String]) throws -> some Sequence<Data> {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        try process.run()
        return sequence(state: Data()) { rest -> Data? in
            while true {
                if let end = rest.firstIndex(of: 0x0A) {
                    defer { rest = rest[(end + 1)...] }
                    return rest[..<end]
                }
                let chunk = output.fileHandleForReading.availableData
                if chunk.isEmpty { return nil }
                rest = rest + chunk
            }
        }
    }
}

/// Plays one sequence to the engine.
private struct Playback {
    private let sequence: JSONObject
    private let harness: EngineHarness
    private var asked: [(id: FetchID, question: JSONObject)] = []
    private var messages: [JSONValue] = []
    private var asks: [JSONValue] = []
    private var drops: [JSONValue] = []

    init(_ sequence: JSONObject) throws {
        self.sequence = sequence
        harness = EngineHarness(try MadeAnswers.source(sequence["source"]?.object ?? JSONObject()))
    }

    /// Plays the sequence; returns where engine and model disagree.
    func fault() -> String? {
        var playback = self
        for event in sequence["events"]?.array ?? [] { playback.take(event.array ?? []) }
        playback.advance(to: sequence["until"]?.integer ?? 0)
        let found = [("messages", playback.messages), ("asks", playback.asks), ("drops", playback.drops)]
        for (name, found) in found {
            let expected = sequence[name]?.array ?? []
            for index in 0..<max(found.count, expected.count) {
                let ours = index < found.count ? found[index] : "nothing"
                let theirs = index < expected.count ? expected[index] : "nothing"
                if ours == theirs { continue }
                let events = (sequence["events"]?.array ?? []).map(\.text).joined(separator: "\n")
                let said = found[..<min(index, found.count)].map(\.text).joined(separator: "\n")
                return """
                    \(name) \(index)
                    engine: \(ours.text)
                    model:  \(theirs.text)
                    events:\n\(events)\nbefore:\n\(said)
                    """
            }
        }
        return nil
    }

    private mutating func take(_ event: [JSONValue]) {
        advance(to: event[0].integer ?? 0)
        switch event[1] {
        case "call":
            var message = JSONObject([("jsonrpc", "2.0"), ("method", event[2]), ("params", event[3])])
            if event.count > 4 { message["id"] = event[4] }
            harness.send(.object(message))
        case "reply":
            guard let index = event[2].integer, asked.indices.contains(index) else { return }
            let (id, question) = asked[index]
            let reply = event[3].object ?? JSONObject()
            let wasRunning = harness.running[id] != nil
            harness.finish(id, .computed(MadeAnswers.result(reply, to: question)))
            // The request for the part that follows is made at the same moment; it is not a question that the engine
            // asks.
            if wasRunning, reply["last"] == false, question["query"] != nil, let rest = harness.takeAsk() {
                asked[index].id = rest.id
            }
        case "change": harness.handle(.sourceChanged(MadeAnswers.source))
        case "end": harness.handle(.inputEnded)
        default: break
        }
        note()
    }

    private mutating func advance(to milliseconds: Int) {
        harness.advance(to: milliseconds)
        note()
    }

    private mutating func note() {
        while let (at, message) = harness.takeMessage() {
            messages.append([.number(JSONNumber(at)), Self.noted(message)])
        }
        while let (at, id, fetch) = harness.takeAsk() {
            guard case .local(let job) = fetch, job.question != nil else { continue }
            let question = MadeAnswers.question(job)
            self.asked.append((id, question))
            asks.append([.number(JSONNumber(at)), .object(question)])
        }
        // The order in which work is cancelled at the same moment is unspecified.
        var dropped: [(at: Int, index: Int)] = []
        while let (at, id) = harness.takeDrop() { dropped.append((at, asked.firstIndex { $0.id == id } ?? -1)) }
        for (at, index) in dropped.sorted(by: <) {
            drops.append([.number(JSONNumber(at)), .number(JSONNumber(index))])
        }
    }

    /// Returns a message in the model's notation: items as their ids, errors of calls as their codes.
    private static func noted(_ message: JSONObject) -> JSONValue {
        var noted = message
        if noted["id"] != nil { noted = JSONObject(message.members.filter { $0.name != "jsonrpc" }) }
        for place in ["params", "result"] {
            guard var body = message[place]?.object, let items = body["items"]?.array else { continue }
            body["items"] = .array(items.map { $0.object?["id"] ?? .null })
            noted[place] = .object(body)
        }
        if let code = message["error"]?.object?["code"] { noted["error"] = ["code": code] }
        return .object(noted)
    }
}
