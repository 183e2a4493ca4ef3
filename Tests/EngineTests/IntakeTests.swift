import BuiltinSources
import Engine
import JSON
import SearchModel
import SearchSource
import Testing
import TestSupport

/// What takes long is done off the loop: other sessions have their turn in the meantime, and what arrived after it
/// waits.
@Suite struct IntakeTests {
    /// Returns an engine with a session on a source and one on a list that is still empty.
    private func harness(isScript: Bool = false) throws -> EngineHarness {
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource(), try SourceType.list.source()], defaultSource: "fake", isScript: isScript,
                version: "test"))
        harness.call("openSession", ["session": "list", "source": "list", "options": ["debounceMs": 50]])
        if isScript { harness.handle(.timePassed) }
        _ = harness.takeTexts()
        harness.holdsAside = true
        return harness
    }

    /// Returns enough items that they are taken in off the loop.
    private func many(_ count: Int = 5000, last: JSONValue = "last") -> JSONValue {
        .array((1..<count).map { .string("item \($0)") } + [last])
    }

    private let long = String(repeating: "x", count: 70_000)

    @Test func notificationsAreSentWhileALongMessageIsRead() throws {
        let harness = try harness()
        harness.call("submit", ["query": "swift"])
        _ = harness.takeTexts()
        harness.call("getState", ["pad": .string(long)])
        #expect(harness.takeTexts() == [] && !harness.engine.wantsInput)
        harness.answer(["a"])
        #expect(harness.takeMessage()?.message["method"] == "items")
        #expect(harness.takeMessage()?.message["method"] == "loading")
        harness.finishAside()
        #expect(harness.takeMessage()?.message["result"]?.object?["seq"] == 3)
        #expect(harness.engine.wantsInput)
    }

    @Test func messagesAfterALongOneWaitForIt() throws {
        let harness = try harness()
        harness.call("submit", ["query": .string(long)])
        harness.call("submit", ["query": "swift"])
        harness.handle(.messageTooLong(Array(#"{"id":"long"#.utf8)))
        harness.handle(.framingLost("no"))
        harness.call("submit", ["query": "never"])
        #expect(harness.takeTexts() == [])
        harness.finishAside()
        #expect(harness.takeMessage()?.message["error"]?.object?["code"] == -32602)
        #expect(harness.takeMessage()?.message["result"]?.object?["outcome"] == "started")
        #expect(harness.takeMessage()?.message["error"]?.object?["code"] == -32600)
        #expect(harness.takeMessage()?.message["error"]?.object?["code"] == -32700)
        harness.answer(["a"])
        #expect(harness.exit?.code == 1)
    }

    @Test func manyItemsAreTakenInOffTheLoop() throws {
        let harness = try harness()
        harness.call("setItems", ["session": "list", "items": ["old"]])
        harness.call("setQuery", ["session": "list", "query": "item"])
        _ = harness.takeTexts()
        harness.call("setItems", ["session": "list", "items": many(), "done": false])
        harness.call("getState", ["session": "list"])
        #expect(harness.takeTexts() == [])
        // In the meantime, what was typed before is searched for in the old list.
        harness.advance(to: 50)
        harness.answerLocal()
        #expect(harness.takeMessage()?.message["method"] == "loading")
        let items = harness.takeMessage()?.message
        #expect(items?["method"] == "items" && items?["params"]?.object?["count"] == 0)
        _ = harness.takeTexts()
        while harness.finishAside() {}
        #expect(harness.takeMessage()?.message["result"] == ["held": 5000, "dropped": 0])
        let growing = harness.takeMessage()?.message
        #expect(growing?["method"] == "loading" && growing?["params"]?.object?["growing"] == true)
        #expect(harness.takeMessage()?.message["result"]?.object?["growing"] == true)
    }

    @Test func noneOfManyItemsIsTakenInIfOneIsInvalid() throws {
        let harness = try harness()
        harness.call("setItems", ["session": "list", "items": many(last: 7)])
        while harness.finishAside() {}
        let error = harness.takeMessage()?.message["error"]?.object
        #expect(error?["data"]?.object?["param"] == "items[4999]")
        harness.call("setItems", ["session": "list", "items": ["a"], "append": true])
        #expect(harness.takeMessage()?.message["result"] == ["held": 1, "dropped": 0])
    }

    @Test func aLongSuppliedListIsReleasedOffTheLoop() throws {
        let harness = try harness()
        func fill() {
            harness.call("setItems", ["session": "list", "items": many()])
            while harness.finishAside() {}
            _ = harness.takeTexts()
        }
        fill()
        harness.call("setItems", ["session": "list", "items": ["a"]])
        #expect(harness.takeTexts() == [] && harness.finishAside())
        #expect(harness.takeMessage()?.message["result"] == ["held": 1, "dropped": 0])
        #expect(!harness.finishAside())
        fill()
        harness.call("closeSession", ["session": "list"])
        #expect(harness.takeMessage()?.message["result"] == [:])
        #expect(harness.engine.wantsInput, "nothing waits for that")
        #expect(harness.finishAside() && !harness.finishAside())
    }

    @Test func theCallsOfABatchAreMadeInSeveralTurns() throws {
        let harness = try harness()
        let calls = (0..<200).map { number -> JSONValue in
            ["jsonrpc": "2.0", "id": .number(JSONNumber(number)), "method": "openSession"]
        }
        harness.send(.array(calls))
        harness.call("submit", ["query": "swift"])
        var turns = 1
        while harness.finishAside() { turns += 1 }
        #expect(turns == 4)
        let answers = harness.takeMessage()?.message["batch"]?.array ?? []
        #expect(answers.map { $0.object?["id"] } == calls.map { $0.object?["id"] })
        #expect(answers.last?.object?["result"]?.object?["session"] == "session-200")
        #expect(harness.takeMessage()?.message["result"]?.object?["outcome"] == "started")
    }

    /// Returns an engine whose session `default` has a list so long that eight of its states are joined off the loop.
    private func listed() throws -> EngineHarness {
        let harness = try harness()
        harness.call("submit", ["query": "swift"])
        harness.answer((0..<500).map { "\($0) \(String(repeating: "x", count: 40))" })
        _ = harness.takeTexts()
        return harness
    }

    private let states = (0..<8).map { number -> JSONValue in
        ["jsonrpc": "2.0", "id": .number(JSONNumber(number)), "method": "getState"]
    }

    @Test func aLongAnswerToABatchIsJoinedOffTheLoop() throws {
        let harness = try listed()
        harness.call("setQuery", ["session": "list", "query": "x"])
        _ = harness.takeTexts()
        harness.send(.array(states))
        harness.call("submit", ["query": "rust"])
        // Its last calls are made, and only the joining is left.
        #expect(harness.finishAside() && !harness.engine.wantsInput)
        #expect(harness.takeTexts() == [])
        harness.advance(to: 50)
        #expect(harness.takeMessage()?.message["params"]?.object?["session"] == "list", "others have their turn")
        #expect(harness.finishAside() && harness.engine.wantsInput)
        let told = harness.messages.map(\.message)
        let answers = told.firstIndex { $0["batch"] != nil }
        let outcome = told.firstIndex { $0["result"]?.object?["outcome"] == "started" }
        #expect(try #require(answers) < #require(outcome), "what came after it waits")
        #expect(told[answers ?? 0]["batch"]?.array?.map { $0.object?["id"]?.integer } == Array(0..<8))
        #expect(!harness.finishAside())
    }

    /// The detail arrives while a message is read off the loop: both are finished, one after the other.
    @Test func aLongAnswerToABatchIsJoinedAfterOtherWorkOffTheLoop() throws {
        let harness = try listed()
        let detail: JSONValue = ["jsonrpc": "2.0", "id": "detail", "method": "openDetail", "params": ["id": "a"]]
        harness.send(.array(states + [detail]))
        while harness.finishAside() {}
        #expect(harness.takeTexts() == [] && harness.engine.wantsInput, "the detail is missing")
        harness.call("getState", ["session": "list", "pad": .string(long)])
        harness.call("submit", ["session": "list", "query": "behind it"])
        harness.answer(Computed(Work<Detail>.known(.success(Detail(id: "a", title: "A", text: "")))))
        #expect(harness.takeTexts() == [])
        #expect(harness.finishAside() && !harness.engine.wantsInput)
        #expect(harness.takeTexts() == [], "the batch was complete before the state of `list` was asked for")
        #expect(harness.finishAside() && harness.engine.wantsInput)
        let answers = harness.takeMessage()?.message["batch"]?.array ?? []
        #expect(answers.count == 9 && answers.last?.object?["result"]?.object?["title"] == "A")
        #expect(harness.takeMessage()?.message["result"]?.object?["query"] != nil, "the state of `list`")
        #expect(harness.takeMessage()?.message["result"]?.object?["outcome"] == "started")
    }

    /// What a call ends is answered before the call itself, also if the answer to a batch must be joined first.
    @Test(arguments: ["closeSession", "cancel", "shutdown"])
    func aCallThatEndsTheLastRequestOfALongBatchIsAnsweredAfterIt(method: String) throws {
        let harness = try listed()
        let detail: JSONValue = ["jsonrpc": "2.0", "id": "detail", "method": "openDetail", "params": ["id": "a"]]
        harness.send(.array(states + [detail]))
        while harness.finishAside() {}
        harness.call(method, method == "closeSession" ? ["session": "default"] : [:])
        #expect(harness.takeTexts() == [], "the answers are being joined")
        #expect(harness.finishAside())
        #expect(harness.takeMessage()?.message["batch"]?.array?.last?.object?["error"]?.object?["code"] == -32800)
        #expect(harness.takeMessage()?.message["result"] != nil)
        #expect(!harness.finishAside())
    }

    @Test func theAnswerToAShutdownComesAfterALongAnswerToABatchAndWhatThatHeldBack() throws {
        let harness = try listed()
        let detail: JSONValue = ["jsonrpc": "2.0", "id": "detail", "method": "openDetail", "params": ["id": "a"]]
        let typing: JSONValue = ["jsonrpc": "2.0", "id": "typing", "method": "submit", "params": ["query": "rust"]]
        harness.send(.array(states + [detail, typing]))
        while harness.finishAside() {}
        harness.call("shutdown")
        while harness.finishAside() {}
        let told = harness.messages.map {
            $0.message["method"]?.string ?? ($0.message["batch"] == nil ? "answer" : "batch")
        }
        #expect(told == ["batch", "loading", "answer"])
    }

    @Test func theExitWaitsForALongAnswerToABatch() throws {
        let harness = try listed()
        harness.send(.array(states))
        harness.handle(.inputEnded)
        #expect(harness.finishAside() && harness.exit == nil)
        #expect(harness.finishAside())
        #expect(harness.takeMessage()?.message["batch"]?.array?.count == 8)
        #expect(harness.exit?.code == 0)
    }

    @Test func aBatchThatEndsTheProcessIsStillAnsweredInFull() throws {
        let harness = try harness()
        let state: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "getState"]
        harness.send(.array([["jsonrpc": "2.0", "method": "exit"]] + Array(repeating: state, count: 100)))
        #expect(harness.exit == nil)
        while harness.finishAside() {}
        let answers = harness.takeMessage()?.message["batch"]?.array ?? []
        #expect(answers.count == 100 && answers.allSatisfy { $0.object?["error"]?.object?["code"] == -32600 })
        #expect(harness.exit?.code == 1)
    }

    @Test func aBatchContinuesAfterACallThatIsHandledOffTheLoop() throws {
        let harness = try harness()
        harness.send([
            ["jsonrpc": "2.0", "id": 1, "method": "setItems", "params": ["session": "list", "items": many()]],
            ["jsonrpc": "2.0", "id": 2, "method": "getState", "params": ["session": "list"]],
            ["jsonrpc": "2.0", "method": "setItems", "params": ["session": "list", "items": many(last: 7)]],
            ["jsonrpc": "2.0", "id": 3, "method": "setItems", "params": ["session": "list", "items": ["a"]]],
        ])
        while harness.finishAside() {}
        let answers = harness.takeMessage()?.message["batch"]?.array ?? []
        #expect(answers.map { $0.object?["id"] } == [1, 2, 3])
        #expect(answers.last?.object?["result"] == ["held": 1, "dropped": 0])
        #expect(harness.log.contains { $0.hasPrefix("setItems is refused: Invalid params: `items[4999]`") })
    }

    /// A long state is written off the loop: whatever there is to report in the meantime comes after it.
    @Test func nothingThatALongStateDoesNotIncludeIsReportedBeforeIt() throws {
        let harness = try harness()
        harness.call("submit", ["query": "swift"])
        harness.answer((0..<6000).map { "\($0) \(String(repeating: "x", count: 60))" }, next: "2")
        _ = harness.takeTexts()
        harness.call("getState")
        harness.call("submit", ["query": "rust"])
        harness.call("reachedBottom", ["session": "list"])
        harness.handle(.timePassed)
        #expect(harness.takeTexts() == [])
        harness.finishAside()
        let state = harness.takeMessage()?.message["result"]?.object
        #expect(state?["items"]?.array?.count == 6000 && state?["loading"] == false)
        let told = harness.messages.map(\.message)
        #expect(told.first?["result"]?.object?["outcome"] == "started")
        let loading = told.first { $0["method"] == "loading" }?["params"]?.object
        #expect(loading?["loading"] == true)
        #expect(loading?["seq"]?.integer == state?["seq"]?.integer.map { $0 + 1 })
    }

    @Test func resultsThatArriveWhileALongStateIsWrittenAreReportedAfterIt() throws {
        let harness = try harness()
        harness.call("submit", ["query": "swift"])
        harness.answer((0..<6000).map { "\($0) \(String(repeating: "x", count: 60))" }, next: "2")
        harness.call("reachedBottom")
        _ = harness.takeTexts()
        harness.call("getState")
        harness.answer(["the last"])
        #expect(harness.takeTexts() == [])
        harness.finishAside()
        let state = harness.takeMessage()?.message["result"]?.object
        #expect(state?["loading"] == true && state?["count"] == 6000)
        let items = harness.takeMessage()?.message["params"]?.object
        #expect(items?["from"] == 6000 && items?["count"] == 6001)
        #expect(items?["seq"]?.integer == state?["seq"]?.integer.map { $0 + 1 })
    }

    /// Returns how many jobs release something off the loop because of these calls, if the source's list has
    /// `count` + 1 rows.
    private func rowsLetGo(of count: Int, when callsAreMade: (EngineHarness) -> Void) throws -> Int {
        let harness = try harness()
        harness.call("submit", ["query": "swift"])
        harness.answer((0..<count).map(String.init), next: "2")
        harness.call("reachedBottom")
        harness.answer(["the last"])
        #expect(!harness.finishAside())
        callsAreMade(harness)
        #expect(harness.engine.wantsInput)
        var jobs = 0
        while harness.finishAside() { jobs += 1 }
        return jobs
    }

    @Test(arguments: [(GoneList.mostAtOnce, 1), (GoneList.mostAtOnce - 1, 0)])
    func aLongListThatIsNoLongerShownIsReleasedOffTheLoop(rows: Int, jobs: Int) throws {
        let another = try rowsLetGo(of: rows) { harness in
            harness.call("submit", ["query": "rust"])
            harness.answer(["a"])
        }
        let cleared = try rowsLetGo(of: rows) { harness in
            harness.call("setQuery", ["query": ""])
            harness.advance(to: 1000)
        }
        let refreshed = try rowsLetGo(of: rows) { harness in
            harness.call("refresh")
            harness.answer(["a"])
        }
        let closed = try rowsLetGo(of: rows) { $0.call("closeSession", ["session": "default"]) }
        #expect([another, cleared, refreshed, closed] == Array(repeating: jobs, count: 4))
    }

    @Test func aListIsKeptIfTheSearchToReplaceItFails() throws {
        let jobs = try rowsLetGo(of: 5000) { harness in
            harness.call("submit", ["query": "rust"])
            harness.answer(.page(.failure(SourceError(.offline, "no"))))
        }
        #expect(jobs == 0)
    }

    @Test func aScriptWaitsForWorkOffTheLoop() throws {
        let harness = try harness(isScript: true)
        harness.call("getState", ["pad": .string(long)])
        harness.call("setItems", ["session": "list", "items": many()])
        harness.call("getState", ["session": "list"])
        harness.handle(.inputEnded)
        #expect(harness.takeTexts() == [] && harness.exit == nil)
        var answers = 0
        while harness.finishAside() { answers += harness.takeTexts().count }
        #expect(answers + harness.takeTexts().count == 3)
        #expect(harness.exit?.code == 0)
    }
}

extension EngineHarness {
    /// Calls a method.
    fileprivate func call(_ method: String, _ params: JSONValue = [:]) {
        send(["jsonrpc": "2.0", "id": "call", "method": .string(method), "params": params])
    }

    /// Finishes the computation that was requested last.
    fileprivate func answerLocal() {
        guard let (_, id, fetch) = asks.last, case .local(let job) = fetch else { return }
        finish(id, .computed(job.compute { false }))
    }
}
