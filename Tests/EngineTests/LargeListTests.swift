import Engine
import JSON
import SearchSource
import Testing
import TestSupport

/// A list of many bytes is sent in pieces, so that no other session waits for the whole of it.
@Suite struct LargeListTests {
    let harness = EngineHarness()
    let items = (1...400).map { Item(id: "\($0)", title: String(repeating: "long ", count: 2000)) }

    func send(_ method: String, _ params: JSONValue = [:], id: JSONValue? = nil) {
        var message = JSONObject([("jsonrpc", "2.0"), ("method", .string(method)), ("params", params)])
        if let id { message["id"] = id }
        harness.send(.object(message))
    }

    /// Takes all messages.
    func told() -> [JSONObject] {
        var found: [JSONObject] = []
        while let (_, message) = harness.takeMessage() { found.append(message) }
        return found
    }

    func search() {
        send("submit", ["query": "swift"])
        _ = told()
    }

    @Test func aLargeListComesInPiecesThatAddUp() {
        search()
        harness.answer(.page(.success(Page(items: items, next: nil, total: 400))))
        let pieces = told().filter { $0["method"] == "items" }.compactMap { $0["params"]?.object }
        #expect(pieces.count > 10)
        var count = 0
        for piece in pieces {
            #expect(piece["from"]?.integer == count)
            count += piece["items"]?.array?.count ?? 0
            #expect(piece["count"]?.integer == count)
            #expect(piece["more"] == (count < 400 ? true : false))
            #expect(JSONValue.object(piece).text.utf8.count < 300 << 10)
        }
        #expect(count == 400)
    }

    @Test func anAnswerToAnotherSessionComesBetweenThePieces() throws {
        send("openSession", ["session": "other"])
        search()
        harness.isReaderStopped = true
        harness.answer(.page(.success(Page(items: items, next: nil))))
        harness.readOne()
        send("getState", ["session": "other"], id: 7)
        harness.isReaderStopped = false
        let rest = told()
        #expect(rest.first?["method"] == "items")
        let place = try #require(rest.firstIndex { $0["id"] == 7 })
        let last = try #require(rest.lastIndex { $0["method"] == "items" })
        #expect(place < last)
    }

    @Test func aNewerListReplacesThePiecesThatWereNotSentYet() {
        search()
        harness.isReaderStopped = true
        harness.answer(.page(.success(Page(items: items, next: nil))))
        harness.readOne()
        #expect(harness.takeMessage()?.message["method"] == "items")
        send("submit", ["query": "rust"])
        harness.answer(["new"])
        harness.isReaderStopped = false
        let lists = told().filter { $0["method"] == "items" }.compactMap { $0["params"]?.object }
        #expect(lists.map { $0["query"] } == ["rust"])
        #expect(lists.last?["from"] == 0 && lists.last?["count"] == 1 && lists.last?["more"] == false)
    }
}
