import Engine
import JSON
import Testing
import TestSupport

@Suite struct ScriptTests {
    let harness = EngineHarness(isScript: true)

    func send(_ method: String, _ params: JSONValue = [:], id: JSONValue?) {
        let message: JSONValue = ["jsonrpc": "2.0", "method": .string(method), "params": params]
        guard let id, case .object(var object) = message else { return harness.send(message) }
        object["id"] = id
        harness.send(.object(object))
    }

    func ids() -> [String] {
        var ids: [String] = []
        while let (_, message) = harness.takeMessage() {
            if let id = message["id"] { ids.append(id.text + (message["error"] == nil ? "" : "!")) }
        }
        return ids
    }

    @Test func aLineWaitsUntilEverySessionHasSettledAndNoDetailIsOpening() {
        send("openSession", ["session": "s"], id: 1)
        send("setQuery", ["query": "swift", "session": "s"], id: 2)
        send("openDetail", ["id": "a"], id: 3)
        send("listSources", id: 4)
        #expect(ids() == ["1", "2"])
        harness.answer(["x"])
        #expect(ids() == [], "a detail is opening")
        harness.answer(.detail(.failure(.noSuchItem("no"))))
        #expect(ids() == ["3!", "4"])
    }

    @Test func aSessionWithComposingTextCountsAsSettled() {
        send("setQuery", ["query": "とう", "composing": true], id: 1)
        send("listSources", id: 2)
        #expect(ids() == ["1", "2"])
    }

    @Test func debouncesThrottlesAndBackOffsElapseAtOnce() {
        send("setQuery", ["query": "swift"], id: 1)
        harness.answer(["1"], next: "1")
        send("refresh", id: 2)
        harness.answer(["1"], next: "1")
        send("refresh", id: 3)
        harness.answer(["1"], next: "1")
        for id in 4...6 {
            send("reachedBottom", id: .number(JSONNumber(id)))
            harness.answer(.page(.failure(.init(.http, "no", retryAfter: .seconds(60)))))
        }
        #expect(harness.now == 0 && harness.asks.count == 6)
        #expect(ids() == ["1", "2", "3", "4", "5", "6"])
    }

    @Test func cancelTakesEffectAheadOfLinesThatWait() {
        send("setQuery", ["query": "swift"], id: 1)
        send("reachedBottom", id: 2)
        send("cancel", id: 3)
        #expect(ids() == ["1", "3", "2"])
        #expect(harness.running.isEmpty)
    }

    @Test func cancelRequestRemovesAWaitingLine() {
        send("setQuery", ["query": "swift"], id: 1)
        send("listSources", id: 2)
        send("getState", id: 3)
        send("$/cancelRequest", ["id": 2], id: 4)
        #expect(ids() == ["1", "2!", "4"])
        harness.answer(["1"])
        #expect(ids() == ["3"])
    }

    /// What the last line causes is sent before the end of the input has its effect, as with any line.
    @Test func theEndOfTheInputWaitsUntilEverythingHasBeenSent() {
        send("setQuery", ["query": "swift", "composing": true], id: 1)
        harness.handle(.inputEnded)
        let pending = harness.messages.map { $0.message["params"]?.object?["pending"] }
        #expect(pending == [nil, "composing", .null] && harness.exit?.code == 0)
    }

    @Test func theEndOfTheInputWaitsForTheLastLine() {
        send("setQuery", ["query": "swift"], id: 1)
        send("reachedBottom", id: 2)
        harness.handle(.inputEnded)
        harness.answer(["1"], next: "1")
        #expect(harness.exit == nil && harness.asks.count == 2)
        harness.answer(["2"], next: "2")
        #expect(harness.exit?.code == 0 && ids() == ["1", "2"])
    }

    @Test func theEndOfTheInputCutsNothingShort() {
        send("setQuery", ["query": "swift"], id: 1)
        send("reachedBottom", ["need": 3], id: 2)
        harness.handle(.inputEnded)
        for page in 1...2 { harness.answer(["\(page)"], next: "\(page)") }
        harness.answer(.page(.failure(.init(.offline, "no", isTransient: true))))
        harness.advance(to: 1_000)
        #expect(harness.exit == nil && harness.asks.count == 4, "the third page is tried again")
        harness.answer(["3"], next: "3")
        #expect(harness.exit?.code == 0 && harness.asks.count == 4)
    }

    @Test func theMessagesOfALineAreSentBeforeTheNextLineIsHandled() {
        send("setQuery", ["query": "swift"], id: 1)
        send("reachedBottom", id: 2)
        harness.answer(["1"], next: "1")
        var told: [String] = []
        while let (_, message) = harness.takeMessage() {
            told.append(message["method"]?.string ?? "answer \(message["id"]?.text ?? "")")
        }
        #expect(told == ["answer 1", "loading", "items", "loading", "answer 2", "loading"])
    }

    @Test func aScriptWithTooManyWaitingBytesStopsTheInput() {
        send("setQuery", ["query": "swift"], id: 1)
        let line = String(repeating: "x", count: 1 << 20)
        for id in 2...9 { send("refresh", ["ballast": .string(line)], id: .number(JSONNumber(id))) }
        #expect(!harness.engine.wantsInput)
        harness.answer(["1"])
        #expect(harness.engine.wantsInput)
    }

    @Test func theBeginningsOfOverlongMessagesCountAsWaitingBytesToo() {
        send("setQuery", ["query": "swift"], id: 1)
        let beginning = Array(#"{"jsonrpc":"2.0","id":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<8 { harness.handle(.messageTooLong(beginning)) }
        #expect(!harness.engine.wantsInput)
        harness.answer(["1"])
        #expect(harness.engine.wantsInput)
    }

    /// The last lines cause no message: the engine gets its turn only when the message before them is read.
    @Test func theEngineExitsAsSoonAsTheLastMessageIsTaken() {
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        harness.send(["jsonrpc": "2.0", "method": "reachedBottom"])
        harness.handle(.inputEnded)
        harness.answer(["1"])
        #expect(harness.exit?.code == 0 && harness.exit?.at == 0)
    }

    @Test func cancelRequestRemovesTheFirstOfSeveralRequestsWithTheSameID() {
        send("setQuery", ["query": "swift"], id: 1)
        for method in ["listSources", "getState", "refresh"] { send(method, id: 2) }
        for id in 3...4 { send("$/cancelRequest", ["id": 2], id: .number(JSONNumber(id))) }
        #expect(ids() == ["1", "2!", "3", "2!", "4"])
        harness.answer(["1"])
        #expect(ids() == ["2"] && harness.asks.count == 2, "the refresh is left")
        send("$/cancelRequest", ["id": 2], id: 5)
        #expect(ids() == ["5"])
    }

    /// This would take minutes if each request scanned all that are waiting.
    @Test func tensOfThousandsOfWaitingLinesAndSessionsAreHandledQuickly() {
        let took = processorTime {
            send("setQuery", ["query": "swift"], id: 0)
            let ids = (1...30_000).map { JSONValue.number(JSONNumber($0)) }
            for id in ids { send("listSources", id: id) }
            for id in ids.reversed() { send("$/cancelRequest", ["id": id], id: nil) }
            harness.answer(["1"])
            for id in ids { send("openSession", id: id) }
            #expect(self.ids().count == 1 + 2 * ids.count)
        }
        #expect(took < .seconds(60))
    }

    /// Sends a `refresh` for each id, in one batch.
    private func sendBatch(_ ids: [JSONValue]) {
        harness.send(.array(ids.map { ["jsonrpc": "2.0", "id": $0, "method": "refresh"] }))
    }

    /// Returns the ids in the answer to a batch, with a `!` after those of errors.
    private func batchIDs() -> [String] {
        while let (_, message) = harness.takeMessage() {
            guard let answers = message["batch"]?.array?.compactMap(\.object) else { continue }
            return answers.map { ($0["id"]?.text ?? "") + ($0["error"] == nil ? "" : "!") }
        }
        return []
    }

    @Test func cancelRequestRemovesACallFromAWaitingBatch() {
        send("setQuery", ["query": "swift"], id: 1)
        sendBatch([2, 3, 2])
        send("refresh", id: 2)
        send("$/cancelRequest", ["id": 2], id: 4)
        #expect(ids() == ["1", "4"], "a batch is answered as a whole")
        harness.answer(["1"])
        #expect(batchIDs() == ["2!", "3", "2"] && harness.asks.count == 3)
        send("$/cancelRequest", ["id": 2], id: 5)
        #expect(ids() == ["2!", "5"], "the one after the batch is next")
        harness.answer(["1"])
        #expect(ids() == [] && harness.asks.count == 3)
    }

    @Test func aBatchWhoseCallsAreAllCancelledIsAnsweredInItsTurn() {
        send("setQuery", ["query": "swift"], id: 1)
        sendBatch([2, 3])
        for id in 2...3 { send("$/cancelRequest", ["id": .number(JSONNumber(id))], id: nil) }
        #expect(ids() == ["1"])
        harness.answer(["1"])
        #expect(batchIDs() == ["2!", "3!"] && harness.asks.count == 1)
    }
}
