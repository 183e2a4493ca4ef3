import BuiltinSources
import Engine
import HTTP
import JSON
import SearchSource
import SourceProbes
import TestSupport
import Testing

/// Several equal servers: the failure of one is not visible, and that one is asked last for a while.
@Suite struct ServersTests {
    let harness: EngineHarness

    init() throws {
        try self.init(#""servers": ["http://a.test", "http://b.test/base/", "http://c.test"]"#)
    }

    /// Tests with these members of a description.
    init(_ members: String) throws {
        let docs = try SourceProbe(
            described: """
                {\(members), "items": "/hits", "item": {"id": "/id", "title": "/title"},
                 "request": {"url": "/search", "query": {"q": {"$": "query"}, "p": {"$": "page"}}}, "paging": {"by": "page"},
                 "detail": {"request": {"url": "/items/{id}"}, "text": "/body"}}
                """)
        harness = EngineHarness(
            SearchEngine.Configuration(sources: [docs.source], defaultSource: "docs", version: "test"))
    }

    func submit(_ query: String) {
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": .string(query)]])
    }

    /// The newest request, which shows the server that is asked.
    var asked: HTTPRequest? {
        guard case .http(let request, _)? = harness.asks.last?.fetch else { return nil }
        return request
    }

    func end(_ result: FetchResult) {
        guard let id = harness.running.keys.max(by: { $0.number < $1.number }) else { return }
        harness.finish(id, result)
    }

    func answer(_ status: Int = 200, id: Int = 1) {
        let body = #"{"hits": [{"id": \#(id), "title": "A"}], "id": \#(id), "title": "A", "body": "text"}"#
        end(.response(HTTPResponse(status: status, body: Array(body.utf8))))
    }

    var error: JSONObject? {
        harness.messages.last { $0.message["method"] == "error" }?.message["params"]?.object
    }

    @Test func theNextServerIsAskedAtOnceIfOneFails() {
        submit("one")
        #expect(asked?.url == "http://a.test/search?q=one&p=1")
        #expect(
            asked?.limits == HTTPRequest.Limits(connecting: .seconds(1), firstByte: .seconds(3), whole: .seconds(15)))
        harness.advance(to: 3000)
        end(.failed(TransportError(.timedOut, "a does not answer")))
        #expect(asked?.url == "http://b.test/base/search?q=one&p=1" && asked?.limits?.whole == .seconds(12))
        answer(503)
        #expect(asked?.url == "http://c.test/search?q=one&p=1")
        answer()
        #expect(error == nil && harness.asks.count == 3)
        harness.send(["jsonrpc": "2.0", "method": "reachedBottom"])
        #expect(asked?.url == "http://c.test/search?q=one&p=2", "the next page is asked of one that has answered")
        answer(id: 2)
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "openDetail", "params": ["id": "1"]])
        #expect(asked?.url == "http://c.test/items/1")
    }

    @Test func aServerThatHasFailedIsAskedLastForHalfAMinute() {
        submit("one")
        end(.failed(TransportError(.unreachable, "a is gone")))
        harness.advance(to: 1000)
        end(.failed(TransportError(.cutOff, "b is gone")))
        answer()
        submit("two")
        #expect(asked?.origin == "http://c.test")
        end(.failed(TransportError(.unreachable, "c is gone")))
        #expect(asked?.origin == "http://a.test", "it failed before the others did")
        answer()
        harness.advance(to: 31_000)
        submit("three")
        #expect(asked?.origin == "http://a.test")
        end(.failed(TransportError(.unreachable, "a is gone")))
        #expect(asked?.origin == "http://b.test", "half a minute is over for b, and not quite for c")
    }

    @Test func eachServerIsAskedOnlyOnceUnlessTheClientRetries() {
        submit("one")
        for _ in 0..<2 { end(.failed(TransportError(.unreachable, "gone"))) }
        answer(502)
        harness.advance(to: 20_000)
        #expect(harness.asks.count == 3, "nothing is retried automatically")
        #expect(error?["kind"] == "http" && error?["retryable"] == true)
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "retry"])
        #expect(harness.asks.count == 4 && asked?.origin == "http://a.test")
    }

    @Test(arguments: [400, 401, 404, 429, 500, 501])
    func otherErrorStatusesDoNotMoveOnToTheNextServer(_ status: Int) {
        submit("one")
        answer(status)
        #expect(harness.asks.count == 1)
    }

    @Test(arguments: [TransportError.Code.insecure, .tooLarge, .malformed, .unsendable, .unavailable, .exhausted])
    func otherTransportErrorsDoNotMoveOnToTheNextServer(_ code: TransportError.Code) {
        submit("one")
        end(.failed(TransportError(code, "no")))
        #expect(harness.asks.count == 1 && error != nil)
    }

    @Test func allServersTogetherHaveOneTimeLimit() {
        submit("one")
        harness.advance(to: 14_000)
        end(.failed(TransportError(.timedOut, "a does not finish")))
        #expect(asked?.limits?.whole == .seconds(1))
        harness.advance(to: 15_000)
        end(.failed(TransportError(.timedOut, "b does not finish")))
        #expect(harness.asks.count == 2 && error?["kind"] == "timeout" && error?["retryable"] == true)
    }

    @Test func aSupersededRequestIsNotSentToAnotherServer() {
        submit("one")
        guard let first = harness.asks.last else { return }
        submit("two")
        #expect(harness.drops.map(\.id) == [first.id])
        harness.finish(first.id, .failed(TransportError(.unreachable, "a is gone")))
        #expect(harness.asks.count == 2 && asked?.url == "http://a.test/search?q=two&p=1")
    }

    @Test func theNextServerIsAskedIfOneFailsWhenItIsAskedAgain() {
        submit("one")
        answer(429)
        harness.advance(to: 1000)
        #expect(harness.asks.count == 2 && asked?.url == "http://a.test/search?q=one&p=1")
        end(.failed(TransportError(.unreachable, "a is gone")))
        #expect(asked?.url == "http://b.test/base/search?q=one&p=1")
        answer()
        submit("two")
        #expect(asked?.url == "http://b.test/base/search?q=two&p=1")
        #expect(error == nil)
    }

    @Test func serversAtOneAddressAreToldApartByTheirPaths() throws {
        let tests = try ServersTests(#""servers": ["http://a.test/one", "http://a.test/two"]"#)
        tests.submit("one")
        tests.answer(503)
        #expect(tests.asked?.url == "http://a.test/two/search?q=one&p=1")
        tests.answer()
        tests.submit("two")
        #expect(tests.asked?.url == "http://a.test/two/search?q=two&p=1")
    }

    @Test func aLinkIsFollowedOnEachServerBelowItsOwnPath() throws {
        let servers = [
            #""http://a.test""#, #""http://b.test/one/""#, #""http://b.test/one/two""#, #""http://c.test/x""#,
        ]
        let docs = try SourceProbe(
            described: """
                {"servers": [\(servers.joined(separator: ", "))], "items": "/hits", "item": {"id": "/id", "title": "/title"},
                 "request": {"url": "/search", "query": {"q": {"$": "query"}}}, "paging": {"by": "link"}}
                """)
        for (link, urls) in [
            ("/p?n=2", ["a.test/p?n=2", "b.test/one/p?n=2", "b.test/one/two/p?n=2", "c.test/x/p?n=2"]),
            ("/one/two/p", ["a.test/p", "b.test/one/p", "b.test/one/two/p", "c.test/x/p"]),
            ("/one/p", ["a.test/p", "b.test/one/p", "b.test/one/two/p", "c.test/x/p"]),
        ] {
            let headers: HTTPHeaders = ["Link": "<\(link)>; rel=\"next\""]
            let next = try docs.page(#"{"hits": [{"id": 1, "title": "A"}]}"#, headers: headers).get().next
            guard case .anyOf(let requests, _) = docs.source.page(PageRequest(query: "q", cursor: next)) else {
                Issue.record("it is not asked of one of the servers")
                continue
            }
            #expect(requests.map(\.url) == urls.map { "http://\($0)" })
        }
    }

    @Test(arguments: [1, 60])
    func theNextServerIsAskedOnlyOnceTheBudgetAllowsItSoon(_ seconds: Int) throws {
        let budget = #""budget": {"requests": 1, "perSeconds": \#(seconds)}"#
        let tests = try ServersTests(#""servers": ["http://a.test", "http://b.test"], \#(budget)"#)
        tests.submit("one")
        tests.answer(503)
        #expect(tests.harness.asks.count == 1)
        tests.harness.advance(to: 999)
        #expect(tests.harness.asks.count == 1)
        if seconds == 1 {
            tests.harness.advance(to: 1000)
            #expect(tests.asked?.url == "http://b.test/search?q=one&p=1" && tests.error == nil)
        } else {
            #expect(tests.error?["kind"] == "http" && tests.error?["httpStatus"] == 503)
        }
    }
}
