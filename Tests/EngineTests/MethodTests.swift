import Engine
import JSON
import SearchSource
import Testing
import TestSupport

@Suite struct MethodTests {
    let harness = EngineHarness([FakeSource(), FakeSource(name: "other", missing: ["OTHER_KEY"])])

    func call(_ method: String, _ params: JSONValue = [:]) -> JSONObject {
        harness.send(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params])
        return harness.takeMessage()?.message ?? JSONObject()
    }

    func result(_ method: String, _ params: JSONValue = [:]) -> JSONObject {
        call(method, params)["result"]?.object ?? JSONObject()
    }

    func error(_ method: String, _ params: JSONValue) -> String {
        let error = call(method, params)["error"]?.object ?? JSONObject()
        return "\(error["code"]?.text ?? "") \(error["message"]?.string ?? "")"
    }

    private func send(_ method: String, id: JSONValue, _ params: JSONValue) {
        harness.send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    }

    /// Takes all messages and returns the ids of the answers, with a `!` after those of errors.
    private func answered() -> [String] {
        var answered: [String] = []
        while let (_, message) = harness.takeMessage() {
            if let id = message["id"] { answered.append("\(id.text)\(message["error"] == nil ? "" : "!")") }
        }
        return answered
    }

    @Test func aRequestThatReplacedOneWithTheSameIDCanStillBeCancelled() {
        for item in ["a", "b"] { send("openDetail", id: 1, ["id": .string(item)]) }
        #expect(answered() == ["1!"])
        send("$/cancelRequest", id: 2, ["id": 1])
        #expect(answered() == ["1!", "2"] && harness.running.isEmpty)
    }

    @Test func allRequestsWithTheSameIDAreCancelled() {
        send("openSession", id: 1, ["session": "s"])
        send("openDetail", id: 2, ["id": "a"])
        send("openDetail", id: 2, ["id": "b", "session": "s"])
        #expect(answered() == ["1"])
        send("$/cancelRequest", id: 3, ["id": 2])
        #expect(answered() == ["2!", "2!", "3"] && harness.running.isEmpty)
    }

    @Test func initializeReportsProtocolServerAndSources() {
        let result = result("initialize", ["protocolVersion": "9.9", "clientInfo": ["name": "test"]])
        #expect(result["protocolVersion"] == "1.1")
        #expect(result["serverInfo"] == ["name": "seekline", "version": "test"])
        #expect(result["sources"]?.array?.count == 2)
        #expect(harness.log == ["test would like protocol 9.9, and gets 1.1"])
    }

    @Test func listSourcesReportsWhatIsMissing() {
        let sources = result("listSources")["sources"]?.array ?? []
        #expect(sources.map { $0.object?["name"] } == ["fake", "other"])
        #expect(sources.map { $0.object?["type"] } == ["fake", "fake"])
        #expect(sources.map { $0.object?["configured"] } == [true, false])
        #expect(sources[0].object?["missing"] == nil && sources[1].object?["missing"] == ["OTHER_KEY"])
        #expect(
            sources[0].object?["options"] == [
                "debounceMs": 300, "minLength": 3, "minLengthDense": 3, "throttleMs": 300, "pageSize": 20,
                "maxPages": 100,
                "trigger": "incremental", "onInput": "keep", "belowMinLength": "clear", "stalledMs": 500,
                "backOffMs": 1000,
            ])
    }

    @Test func openSessionAcceptsKnownOptionsAndIgnoresOthers() {
        let result = result(
            "openSession",
            ["source": "other", "session": "s", "options": ["debounceMs": 0, "trigger": "submit", "unheardOf": 1]])
        #expect(result["session"] == "s" && result["source"] == "other")
        let options = result["options"]?.object
        #expect(options?["debounceMs"] == 0 && options?["trigger"] == "submit" && options?["minLength"] == 3)
        #expect(options?["unheardOf"] == nil)
        #expect(result["state"]?.object?["seq"] == 0 && result["state"]?.object?["status"] == "initial")
    }

    @Test(
        arguments: [
            (["minLength": 5], 5, 5), (["minLengthDense": 2], 3, 2), (["minLengthDense": 2, "minLength": 5], 5, 2),
        ] as [([String: Int], Int, Int)])
    func aMinimumLengthAppliesToIdeographsUnlessTheyHaveTheirOwn(options: [String: Int], least: Int, dense: Int) {
        let told = result(
            "openSession", ["options": .object(JSONObject(options.map { ($0, .number(JSONNumber($1))) }))])[
                "options"]?.object
        #expect(told?["minLength"] == .number(JSONNumber(least)))
        #expect(told?["minLengthDense"] == .number(JSONNumber(dense)))
    }

    @Test func openSessionMakesUpAnUnusedName() {
        #expect(result("openSession", ["session": "session-1"])["session"] == "session-1")
        #expect(result("openSession")["session"] == "session-2")
        #expect(result("openSession")["session"] == "session-3")
    }

    @Test(
        arguments: [
            (
                ["options": ["debounceMs": -1]],
                "-32602 Invalid params: `options.debounceMs` must be a whole number from 0 to 600000, not -1"
            ),
            (
                ["options": ["minLength": "3"]],
                "-32602 Invalid params: `options.minLength` must be a whole number from 0 to 1000, not \"3\""
            ),
            (
                ["options": ["onInput": "explode"]],
                "-32602 Invalid params: `options.onInput` must be `keep`, `cancel` or `clear`, not \"explode\""
            ),
            (
                ["options": ["pageSize": [1]]],
                "-32602 Invalid params: `options.pageSize` must be a whole number from 1 to 500, not an array"
            ),
            (["options": "fast"], "-32602 Invalid params: `options` must be an object, not \"fast\""),
            (["session": ""], "-32602 Invalid params: `session` must be a name that is not open yet, not \"\""),
            (
                ["session": "default"],
                "-32602 Invalid params: `session` must be a name that is not open yet, not \"default\""
            ),
            (["source": "nowhere"], "-32002 Unknown source: \"nowhere\"; there are fake, other"),
            (["source": 5], "-32602 Invalid params: `source` must be a string, or an array, not 5"),
        ] as [(JSONValue, String)])
    func openSessionErrorsStateWhatWouldBeValid(_ params: JSONValue, _ message: String) {
        #expect(error("openSession", params) == message)
    }

    @Test(
        arguments: [
            ("LONG", [:]), ("setQuery", ["query": "", "session": "LONG"]), ("openSession", ["source": "LONG"]),
        ] as [(String, JSONValue)])
    func aLongUnknownNameIsShortenedInTheError(method: String, params: JSONValue) throws {
        let long = String(repeating: "é", count: 1 << 18)
        let harness = EngineHarness()
        let given = (params.object?.members ?? []).map { ($0.name, $0.value == "LONG" ? .string(long) : $0.value) }
        harness.send([
            "jsonrpc": "2.0", "id": 1, "method": .string(method == "LONG" ? long : method),
            "params": .object(JSONObject(given)),
        ])
        let error = try #require(harness.takeMessage()?.message["error"]?.object)
        #expect(JSONWriter.bytes(of: .object(error)).count < 4 << 10)
        #expect(error["message"]?.string?.contains("éé…\"") == true)
    }

    @Test(
        arguments: [
            ("setQuery", [:], "-32602 Invalid params: `query` must be a string, but it is missing"),
            ("setQuery", ["query": nil], "-32602 Invalid params: `query` must be a string, but it is missing"),
            ("setQuery", ["query": ["a"]], "-32602 Invalid params: `query` must be a string, not an array"),
            (
                "setQuery", ["query": "a", "composing": "no"],
                "-32602 Invalid params: `composing` must be true or false, not \"no\""
            ),
            (
                "setQuery", ["query": "a", "session": "x"],
                "-32001 Unknown session: \"x\" is not open; `openSession` opens it"
            ),
            ("reachedBottom", ["need": 0], "-32602 Invalid params: `need` must be a whole number, at least 1, not 0"),
            (
                "reachedBottom", ["need": .number(JSONNumber(1e18)!)],
                "-32602 Invalid params: `need` must be a whole number, at least 1 and below 2^53, not 1e+18"
            ),
            (
                "reachedBottom", ["need": "many"],
                "-32602 Invalid params: `need` must be a whole number, at least 1, not \"many\""
            ),
            (
                "reachedBottom", ["generation": -1],
                "-32602 Invalid params: `generation` must be a whole number, at least 0, not -1"
            ),
            ("openDetail", ["id": 3], "-32602 Invalid params: `id` must be a string, not 3"),
            ("closeSession", [:], "-32602 Invalid params: `session` must be a string, but it is missing"),
            ("closeSession", ["session": "x"], "-32001 Unknown session: \"x\" is not open; `openSession` opens it"),
            (
                "$/cancelRequest", [:],
                "-32602 Invalid params: `id` must be a string, a number or null, but it is missing"
            ),
            (
                "$/cancelRequest", ["id": true],
                "-32602 Invalid params: `id` must be a string, a number or null, not true"
            ),
            ("initialize", ["protocolVersion": 1], "-32602 Invalid params: `protocolVersion` must be a string, not 1"),
        ] as [(String, JSONValue, String)])
    func errorsNameTheInvalidParam(_ method: String, _ params: JSONValue, _ message: String) {
        #expect(error(method, params) == message)
    }

    @Test func numbersMayBeWrittenInAnyWayThatJSONAllows() {
        harness.send(#"{"jsonrpc":"2.0","id":1,"method":"reachedBottom","params":{"need":2e1,"generation":0.0}}"#)
        #expect(harness.takeMessage()?.message["result"]?.object?["outcome"] == "idle")
    }

    @Test func discoverDescribesEveryMethod() {
        let methods = result("rpc.discover")["methods"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
        #expect(
            methods == [
                "initialize", "listSources", "openSession", "closeSession", "setItems", "setQuery", "submit",
                "reachedBottom",
                "refresh", "retry", "cancel", "openDetail", "perform", "getState", "rpc.discover", "shutdown",
                "exit", "$/cancelRequest",
            ])
    }

    @Test func aRefusedNotificationIsLogged() {
        harness.send(#"{"jsonrpc":"2.0","method":"setQuery","params":{}}"#)
        #expect(harness.takeTexts() == [])
        #expect(harness.log == ["setQuery is refused: Invalid params: `query` must be a string, but it is missing"])
    }

    @Test func anErrorKnownWithoutARequestIsSentAsErrorThenLoadingWithStatusError() {
        var source = FakeSource()
        source.knownError = SourceError(.config, "FAKE_KEY is not set")
        let harness = EngineHarness([source])
        harness.send(["jsonrpc": "2.0", "method": "setQuery", "params": ["query": "swift"]])
        harness.advance(to: 300)
        let messages = harness.messages.map { ($0.message["method"]?.string, $0.message["params"]?.object) }
        #expect(messages.map(\.0) == ["loading", "error", "loading"])
        #expect(messages[1].1?["kind"] == "config" && messages[1].1?["generation"] == 1)
        #expect(messages[2].1?["loading"] == false && messages[2].1?["status"] == "error")
        #expect(messages[2].1?["generation"] == 1 && messages[2].1?["pending"] == .null)
    }

    @Test func theSourceIsAskedForTheSessionsPageSize() {
        _ = result("openSession", ["session": "s", "options": ["debounceMs": 0, "pageSize": 7]])
        _ = result("setQuery", ["session": "s", "query": "swift"])
        guard case .local(let job)? = harness.takeAsk()?.fetch else {
            Issue.record("nothing was asked")
            return
        }
        #expect(job.question == .page(PageRequest(query: "swift", pageSize: 7)) && job.source == "fake")
    }
}
