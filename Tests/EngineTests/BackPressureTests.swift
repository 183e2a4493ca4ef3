import JSON
import Testing
import TestSupport

/// A reader that stands still: what it has not been told folds, what it has asked for waits.
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

    @Test func whatIsUnsentFoldsIntoTheNewest() {
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
        #expect(found.map(\.method) == ["items"], "nothing else is different from what was told before")
        #expect(found[0].params["from"] == 2 && found[0].params["items"]?.array?.count == 3)
    }

    @Test func anErrorThatNoLongerStandsIsNotTold() {
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

    @Test func answersAreNeverDroppedAndStopTheInputFrom8MiBOn() {
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
}
