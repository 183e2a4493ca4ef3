import BuiltinSources
import Engine
import HTTP
import JSON
import SearchSource
import SourceProbes
import TestSupport
import Testing

/// The budget of requests that a service grants is tracked, and no request is sent once it is spent.
@Suite struct BudgetTests {
    let harness: EngineHarness

    init() throws {
        let sources = [try SourceProbe("qiita").source, try SourceProbe("unicode").source]
        harness = EngineHarness(
            SearchEngine.Configuration(sources: sources, defaultSource: "qiita", version: "test"))
    }

    func submit(_ query: String) {
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": .string(query)]])
    }

    /// Answers the newest running request, with `left` requests remaining until `seconds` from now.
    func answer(left: Int, resetsIn seconds: Int, status: Int = 200) {
        let headers: HTTPHeaders = [
            "Date": "Thu, 01 Jan 1970 00:16:40 GMT", "Rate-Remaining": String(left),
            "Rate-Reset": String(1000 + seconds),
        ]
        guard let id = harness.running.keys.max(by: { $0.number < $1.number }) else { return }
        let body = Array((status == 200 ? #"[{"id":"a","title":"A","url":"u"}]"# : "{}").utf8)
        harness.finish(id, .response(HTTPResponse(status: status, headers: headers, body: body)))
    }

    var lastError: JSONObject? {
        harness.messages.last { $0.message["method"] == "error" }?.message["params"]?.object
    }

    @Test func aSpentBudgetIsReportedWithoutSendingARequest() {
        submit("one")
        answer(left: 1, resetsIn: 1800)
        submit("two")
        answer(left: 0, resetsIn: 1800)
        #expect(harness.asks.count == 2 && lastError == nil)
        harness.advance(to: 60_000)
        _ = harness.takeTexts()
        submit("three")
        #expect(harness.asks.count == 2, "no request is sent")
        #expect(lastError?["kind"] == "rateLimited" && lastError?["retryAfterMs"] == 1_740_000)
        #expect(lastError?["message"] == "Qiita allows no more requests for 1740 s" && lastError?["retryable"] == true)
        #expect(
            harness.messages.compactMap { $0.message["method"]?.string } == ["error", "loading"],
            "an error that needs no request is an error, then a loading of status error")
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "retry"])
        #expect(harness.asks.count == 2, "not even by a retry")
        harness.advance(to: 1_800_000)
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "retry"])
        #expect(harness.asks.count == 3, "until there is a new budget")
    }

    @Test func requestsUnderWayCountEvenIfTheyAreAbandoned() {
        submit("one")
        answer(left: 2, resetsIn: 1800)
        submit("two")
        submit("three")
        #expect(harness.asks.count == 3)
        submit("four")
        #expect(harness.asks.count == 3 && lastError?["kind"] == "rateLimited")
    }

    @Test func requestsStillUnderWayAreSubtractedFromTheReportedBudget() {
        submit("one")
        harness.send(["jsonrpc": "2.0", "method": "openDetail", "params": ["id": "a"]])
        #expect(harness.asks.count == 2)
        answer(left: 1, resetsIn: 1800)
        submit("two")
        #expect(harness.asks.count == 2, "the one that is left may be the one that is under way")
    }

    @Test func aRefusalSpendsTheBudgetAndIsNotRetried() {
        submit("one")
        answer(left: 0, resetsIn: 600, status: 429)
        #expect(lastError?["kind"] == "rateLimited" && lastError?["retryAfterMs"] == 600_000)
        harness.advance(to: 100_000)
        #expect(harness.asks.count == 1)
        submit("two")
        #expect(harness.asks.count == 1 && lastError?["retryAfterMs"] == 500_000)
    }

    @Test func aPageWaitsForTheNewBudget() {
        submit("one")
        answer(left: 0, resetsIn: 600)
        harness.send(["jsonrpc": "2.0", "method": "reachedBottom"])
        #expect(lastError?["scope"] == "page" && lastError?["retryAfterMs"] == 600_000)
        _ = harness.takeTexts()
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "reachedBottom"])
        let result = harness.takeMessage()?.message["result"]?.object
        #expect(result?["outcome"] == "backingOff" && result?["retryAfterMs"] == 600_000)
        harness.advance(to: 600_000)
        #expect(harness.asks.count == 2, "and then it is loaded automatically")
    }

    @Test func otherSourcesHaveBudgetsOfTheirOwn() {
        submit("one")
        answer(left: 0, resetsIn: 600)
        harness.send(["jsonrpc": "2.0", "method": "openSession", "params": ["session": "u", "source": "unicode"]])
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["session": "u", "query": "arrow"]])
        #expect(harness.asks.count == 2)
    }

    @Test func aBudgetInTheSourcesDescriptionIsRespected() throws {
        let docs = try SourceProbe(describing: #""budget": {"requests": 2, "perSeconds": 60}"#)
        let harness = EngineHarness(
            SearchEngine.Configuration(sources: [docs.source], defaultSource: "docs", version: "test"))
        func submit(_ query: String) {
            harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": .string(query)]])
        }
        submit("one")
        harness.advance(to: 10_000)
        submit("two")
        submit("three")
        #expect(harness.asks.count == 2)
        let error = harness.messages.last { $0.message["method"] == "error" }?.message["params"]?.object
        #expect(error?["kind"] == "rateLimited" && error?["retryAfterMs"] == 50_000)
        harness.advance(to: 60_000)
        submit("four")
        submit("five")
        submit("six")
        #expect(harness.asks.count == 4)
    }

    /// Returns an engine whose source allows one request in `seconds`, and what was last reported as an error.
    func limited(to seconds: Int) throws -> (EngineHarness, error: () -> JSONObject?) {
        let docs = try SourceProbe(describing: #""budget": {"requests": 1, "perSeconds": \#(seconds)}"#)
        let harness = EngineHarness(
            SearchEngine.Configuration(sources: [docs.source], defaultSource: "docs", version: "test"))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "one"]])
        return (harness, { harness.messages.last { $0.message["method"] == "error" }?.message["params"]?.object })
    }

    @Test func aRepetitionWaitsForANewBudgetIfThatDoesNotTakeLong() throws {
        let (harness, error) = try limited(to: 1)
        for id in [1, 3] {
            harness.finish(FetchID(id), .failed(TransportError(.unreachable, "gone")))
            harness.advance(to: harness.now + 999)
            #expect(harness.running.isEmpty && error() == nil)
            harness.advance(to: harness.now + 1)
            #expect(harness.running.count == 1)
        }
        harness.finish(FetchID(5), .failed(TransportError(.unreachable, "gone")))
        #expect(error()?["kind"] == "offline" && error()?["message"] == "gone")
    }

    @Test func aFailureThatTheBudgetDoesNotAllowToRepeatIsReportedAsItIs() throws {
        let (harness, error) = try limited(to: 60)
        harness.finish(FetchID(1), .response(HTTPResponse(status: 503)))
        #expect(error()?["kind"] == "http" && error()?["httpStatus"] == 503)
        harness.advance(to: 60_000)
        #expect(harness.asks.count == 1)
    }

    @Test func aFailureIsReportedAsItIsIfSomebodyElseSpendsTheNewBudget() throws {
        let (harness, error) = try limited(to: 1)
        harness.advance(to: 990)
        harness.finish(FetchID(1), .response(HTTPResponse(status: 503)))
        harness.advance(to: 1000)
        harness.send(["jsonrpc": "2.0", "method": "openSession", "params": ["session": "s"]])
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["session": "s", "query": "two"]])
        #expect(harness.asks.count == 2 && error() == nil)
        harness.advance(to: 1990)
        #expect(harness.asks.count == 2 && error()?["kind"] == "http" && error()?["httpStatus"] == 503)
    }
}
