import Engine
import JSON
import Testing
import TestSupport

/// A reader that stops reading: notifications fold until it reads again, and answers wait.
@Suite struct BackPressureTests {
    let harness = EngineHarness()

    func send(_ method: String, _ params: JSONValue = [:]) {
        harness.send(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    func notifications() -> [(method: String, params: JSONObject)] {
        var found: [(String, JSONObject)] = []
        while let (_, message) = harness.takeMessage() {
            found.append((message["method"]?.string ?? "answer", message["params"]?.object ?? JSONObject()))
        }
        return found
    }

    @Test func unsentNotificationsFoldIntoTheNewest() {
        harness.isReaderStopped = true
        send("setQuery", ["query": "swift"])
        harness.advance(to: 300)
        harness.answer(["1", "2"], next: "2")
        send("reachedBottom")
        harness.answer(["3"], next: "3")
        send("reachedBottom")
        harness.isReaderStopped = false
        let found = notifications()
        #expect(found.map(\.method) == ["items", "loading"])
        #expect(found[0].params["from"] == 0 && found[0].params["count"] == 3)
        #expect(found[0].params["items"]?.array?.count == 3)
        #expect(found[1].params["loading"] == true && found.map { $0.params["seq"] } == [1, 2])
    }

    @Test func itemsFoldFromTheLowestPositionThatIsUnsent() {
        send("setQuery", ["query": "swift"])
        harness.advance(to: 300)
        harness.answer(["1", "2"], next: "2")
        _ = notifications()
        harness.isReaderStopped = true
        for page in 3...5 {
            send("reachedBottom")
            harness.answer(["\(page)"], next: "\(page)")
        }
        harness.isReaderStopped = false
        let found = notifications()
        #expect(found.map(\.method) == ["items"], "nothing else differs from what was reported before")
        #expect(found[0].params["from"] == 2 && found[0].params["items"]?.array?.count == 3)
    }

    @Test func anErrorThatNoLongerAppliesIsNotSent() {
        send("setQuery", ["query": "swift"])
        harness.advance(to: 300)
        _ = notifications()
        harness.isReaderStopped = true
        harness.answer(.page(.failure(.init(.http, "no"))))
        send("retry")
        harness.answer(["1"])
        harness.isReaderStopped = false
        #expect(notifications().map(\.method) == ["items", "loading"])
    }

    @Test func answersAreNeverDroppedAndStopTheInputAt8MiB() {
        harness.isReaderStopped = true
        send("setQuery", ["query": "swift"])
        harness.advance(to: 300)
        harness.answer((0..<1000).map { String(repeating: "x", count: 1000) + "\($0)" })
        var asked = 0
        while harness.engine.wantsInput, asked < 100 {
            asked += 1
            harness.send(["jsonrpc": "2.0", "id": .number(JSONNumber(asked)), "method": "getState"])
        }
        #expect((2...8).contains(asked), "each answer has over a megabyte")
        harness.isReaderStopped = false
        var ids: [Int] = []
        while let (_, message) = harness.takeMessage() {
            if let id = message["id"]?.integer { ids.append(id) }
        }
        #expect(ids == Array(1...asked))
        #expect(harness.engine.wantsInput)
    }

    @Test func sessionsTakeTurnsHoweverBusyOneOfThemIs() {
        for name in ["busy", "quiet"] { send("openSession", ["session": .string(name)]) }
        harness.isReaderStopped = true
        for name in ["busy", "quiet"] { send("submit", ["session": .string(name), "query": "swift"]) }
        var told: [String] = []
        for round in 0..<6 {
            // The busy session has something new to report before each message.
            let text = JSONValue.string("swift \(round)")
            send("setQuery", ["session": "busy", "query": text, "composing": .boolean(round % 2 == 0)])
            harness.readOne()
            told += notifications().compactMap { $0.params["session"]?.string }
        }
        #expect(told.contains("quiet") && told.contains("busy"), "\(told)")
    }

    @Test func whatATimerCausesIsSentBeforeTheNextTimerFiresHoweverLateTheyAre() throws {
        let record = try Replay(
            Array(
                """
                {"ms":0,"ask":{"number":1,"session":"default","source":"fake","page":{"query":"swift","pageSize":20}}}
                {"ms":2,"answer":{"number":1,"page":{"items":[{"id":"1","title":"One","fields":{}}]}}}
                """.utf8))
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource()], defaultSource: "fake", replay: record, version: "test"))
        harness.send(["jsonrpc": "2.0", "method": "setQuery", "params": ["query": "swift"]])
        // The debounce ends at 300 ms, and the answer is there at 302 ms.
        harness.advanceLate(to: 400)
        let told = harness.messages.map { message in
            [message.message["method"]?.string, message.message["params"]?.object?["loading"]?.text]
                .compactMap(\.self).joined(separator: " ")
        }
        #expect(told == ["loading false", "loading true", "items", "loading false"])
    }
}
