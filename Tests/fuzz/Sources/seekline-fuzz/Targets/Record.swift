import Engine
import JSON
import SearchSource
import TestSupport

extension Target {
    /// A recording: it is refused with the line of its fault, or the questions in it are answered with messages.
    static let record = Target(name: "record") { bytes in
        let replay: Replay
        do throws(Replay.Fault) {
            replay = try Replay(bytes)
        } catch {
            let lines = bytes.count { $0 == 0x0A } + 1
            hold((1...lines).contains(error.line) && !error.description.isEmpty, "a fault names its line")
            return
        }
        let asks = bytes.split(separator: 0x0A).prefix(20).compactMap {
            (try? JSONParser.parse(Array($0), maximumDepth: 129))?.object?["ask"]?.object
        }
        var pacing = Pacing()
        pacing.minLength = 0
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource(pacing: pacing)], defaultSource: "fake", isRecording: true, replay: replay,
                version: "fuzz"))
        for ask in asks where ask["source"] == "fake" {
            if let query = ask["page"]?.object?["query"] {
                harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": query]])
                harness.advance(to: harness.now + 100_000)
                harness.send(["jsonrpc": "2.0", "method": "reachedBottom"])
            } else if let id = ask["detail"]?.object?["id"] {
                harness.send(["jsonrpc": "2.0", "id": 1, "method": "openDetail", "params": ["id": id]])
            } else if let perform = ask["perform"] {
                harness.send(["jsonrpc": "2.0", "id": 2, "method": "perform", "params": perform])
            }
            harness.advance(to: harness.now + 100_000)
        }
        hold(harness.asks.isEmpty, "a replay sends no requests")
        harness.checkMessages()
        // The record of the replay can be replayed too.
        hold((try? Replay(Array(harness.record.joined(separator: [0x0A])))) != nil, "a record can be replayed")
    }
}

extension EngineHarness {
    /// Checks that everything that was sent is a message that a client can read, and takes it.
    func checkMessages(without secret: String? = nil) {
        while let (_, message) = takeMessage() {
            hold(message["batch"]?.string == nil, "what is sent is JSON")
            let entries = message["batch"]?.array ?? [.object(message)]
            hold(entries.allSatisfy { $0.object?["jsonrpc"] == "2.0" }, "what is sent is JSON-RPC 2.0")
            for entry in entries {
                let isTold = entry.object?["method"] == "error"
                let text = entry.object?[isTold ? "params" : "error"]?.object?["message"]?.string ?? ""
                hold(text.utf8.allSatisfy { $0 >= 0x20 }, "an error says what is wrong, on one line")
            }
            if let secret { hold(!contains(message, secret), "a secret is never sent") }
        }
    }

    private func contains(_ message: JSONObject, _ secret: String) -> Bool {
        JSONWriter.bytes(of: .object(message)).firstRange(of: Array(secret.utf8)) != nil
    }
}
