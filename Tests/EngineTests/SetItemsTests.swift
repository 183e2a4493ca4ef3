import BuiltinSources
import Engine
import JSON
import SearchSource
import Testing
import TestSupport

@Suite struct SetItemsTests {
    let given = FakeHolder.Given()
    let harness: EngineHarness

    init() {
        var pacing = Pacing()
        pacing.debounce = .zero
        pacing.minLength = 0
        harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeHolder(pacing: pacing, given: given), FakeSource(name: "other")], defaultSource: "fake",
                version: "test"))
    }

    private func call(_ method: String, _ params: JSONValue = [:]) -> JSONObject {
        _ = harness.takeTexts()
        harness.send(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params])
        return harness.takeMessage()?.message ?? JSONObject()
    }

    @Test func aListAcceptsMatchingAndSyntaxAsSessionOptions() throws {
        let list = try SourceType.list.source()
        let harness = EngineHarness(SearchEngine.Configuration(sources: [list], defaultSource: "list", version: "test"))
        func options(_ chosen: JSONValue) -> JSONValue? {
            harness.send(["jsonrpc": "2.0", "id": 1, "method": "openSession", "params": ["options": chosen]])
            return harness.takeMessage()?.message["result"]?.object?["options"]
        }
        #expect(options([:])?.object?["matching"] == "fuzzy" && options([:])?.object?["syntax"] == "fzf")
        #expect(options(["matching": "words"])?.object?["matching"] == "words")
        #expect(options(["syntax": "plain"])?.object?["syntax"] == "plain")
        #expect(options(["matching": "regex"]) == nil)
    }

    @Test func itemsMayBeStringsOrObjects() {
        let whole: JSONValue = [
            "id": "7", "title": "B", "snippet": ["a ", "b"], "url": "u", "image": "i", "insert": "x", "kind": "symbol",
            "location": ["path": "a.c", "line": 3], "fields": ["n": 1, "b": true, "s": "t"], "unheardOf": [],
        ]
        let answer = call("setItems", ["items": ["A", whole, ["title": "C", "id": nil]]])
        #expect(answer["result"] == ["held": 3, "dropped": 0])
        #expect(
            given.calls.first?.items == [
                .title("A"),
                .item(
                    Item(
                        id: "7", title: "B", snippet: ["a ", "b"], url: "u", image: "i", insert: "x", kind: .symbol,
                        location: Location(path: "a.c", line: 3), fields: ["n": 1, "b": true, "s": "t"])),
                .item(Item(id: "", title: "C")),
            ])
        #expect(given.calls.first?.appending == false)
        #expect(call("setItems", ["items": ["D"], "append": true])["result"] == ["held": 4, "dropped": 0])
        #expect(given.calls.last?.appending == true)
    }

    @Test(
        arguments: [
            ([:], "`items` must be an array, but it is missing"),
            (["items": "A"], "`items` must be an array, not \"A\""),
            (["items": ["A", 7]], "`items[1]` must be a string, or an object, not 7"),
            (["items": [["id": "1"]]], "`items[0].title` must be a string, but it is missing"),
            (["items": [["title": "A", "url": 7]]], "`items[0].url` must be a string, not 7"),
            (
                ["items": ["A", ["title": "B", "snippet": ["a", nil]]]],
                "`items[1].snippet[1]` must be a string, not null"
            ),
            (
                ["items": [["title": "A", "location": ["path": "a", "line": 0]]]],
                "`items[0].location.line` must be a whole number, at least 1, not 0"
            ),
            (
                ["items": [["title": "A", "fields": ["n": []]]]],
                "`items[0].fields.n` must be a string, a whole number or a boolean, not an array"
            ),
            (
                ["items": [["title": "A", "fields": ["n": 9_007_199_254_740_992]]]],
                "`items[0].fields.n` must be a whole number below 2^53 in size, not 9007199254740992"
            ),
            (["items": [], "append": "yes"], "`append` must be true or false, not \"yes\""),
            (["items": [], "done": 1], "`done` must be true or false, not 1"),
            (
                ["items": ["A"], "session": "b"],
                "`session` must be one on a source that takes items, like `list`, not \"b\""
            ),
        ] as [(JSONValue, String)])
    func errorsNameTheInvalidMemberAndNoItemsAreAccepted(_ params: JSONValue, _ message: String) {
        _ = call("openSession", ["source": "other", "session": "b"])
        let error = call("setItems", params)["error"]?.object
        #expect(error?["code"] == -32602)
        #expect(error?["message"]?.string?.hasSuffix(message) == true, "\(error?["message"]?.string ?? "none")")
        #expect(given.calls.isEmpty)
    }

    @Test func aListIsReportedAsGrowingUntilItIsDone() {
        #expect(call("getState")["result"]?.object?["growing"] == nil)
        _ = call("setItems", ["items": ["A"], "done": false])
        #expect(call("getState")["result"]?.object?["growing"] == true)
        _ = call("setItems", ["items": ["B"], "append": true])
        #expect(harness.takeMessage()?.message["params"]?.object?["growing"] == nil)
        #expect(call("getState")["result"]?.object?["growing"] == nil)
        _ = call("setItems", ["items": [], "done": false])
        #expect(harness.takeMessage()?.message["params"]?.object?["growing"] == true)
        harness.handle(.inputEnded)
        #expect(harness.takeMessage()?.message["params"]?.object?["growing"] == nil)
    }

    @Test func theShownListIsReadAgainAtMostEvery100Milliseconds() {
        _ = call("setItems", ["items": ["A"], "done": false])
        _ = call("setQuery", ["query": ""])
        harness.answer(["A"], total: 1)
        _ = harness.takeTexts()
        for (count, at) in [(2, 0), (3, 100), (4, 200)] {
            for id in ["B", "C"] { _ = call("setItems", ["items": [.string(id)], "append": true, "done": false]) }
            _ = harness.takeTexts()
            harness.advance(to: at)
            // The list is first read without being shown and then, because it has changed, once more to be shown.
            harness.answer((0..<count).map(String.init))
            harness.answer((0..<count).map(String.init))
            let told = harness.messages.compactMap { $0.message["params"]?.object?["count"] }
            #expect(told == [.number(JSONNumber(count))], "at \(at)")
            _ = harness.takeTexts()
            let asked = harness.asks.count
            harness.advance(to: at + 99)
            #expect(harness.asks.count == asked, "not sooner than 100 ms after the last one")
        }
    }

    @Test func eachSessionHasItsOwnItems() {
        _ = call("openSession", ["session": "a"])
        #expect(call("setItems", ["items": ["A"], "session": "a"])["result"]?.object?["held"] == 1)
        #expect(call("setItems", ["items": ["B"], "append": true])["result"]?.object?["held"] == 1)
    }
}
