import BuiltinSources
import HTTP
import JSON
import SearchSource
import SourceProbes
import Testing

/// `http`: what is requested once for each list and sent along with each page.
@Suite struct HTTPPrepareTests {
    static let description = #"""
        {"prepare": {"request": {"url": "https://docs.test/_pit", "method": "POST", "query": {"keep": "5m"},
            "headers": {"X-Key": {"env": "KEY"}}}, "at": "/id", "newer": "/pit_id"},
         "request": {"url": "https://docs.test/_search", "headers": {"X-Key": {"env": "KEY"}}, "body":
            {"pit": {"id": {"$": "prepared"}}, "q": {"$": "query"}, "search_after": {"$": "cursor"}}},
         "items": "/hits", "item": {"id": "/id", "title": "/t"}, "paging": {"by": "last", "from": ["/n"]},
         "errors": [{"at": "/error", "message": "/error"}]}
        """#

    func docs() throws -> SourceProbe {
        try SourceProbe(described: Self.description, variables: ["KEY": "canary"])
    }

    /// Returns what is sent for a page, and the page, if each request, counted from 1, gets the answer that `body`
    /// returns.
    func page(_ docs: SourceProbe, _ cursor: Cursor? = nil, _ body: (Int) -> String) throws -> (
        sent: [String], page: Page
    ) {
        var work = docs.source.page(PageRequest(query: "q", cursor: cursor))
        var sent: [String] = []
        while case .http(let request, let then) = work {
            sent.append(request.url + " " + String(decoding: request.body?.bytes ?? [], as: UTF8.self))
            work = then(HTTPResponse(status: 200, body: Array(body(sent.count).utf8)))
        }
        guard case .known(let result) = work else { throw SourceError(.internal, "more is to be done") }
        return (sent, try result.get())
    }

    @Test func thePreparedValueIsRequestedOnceAndSentWithEachPage() throws {
        let docs = try docs()
        let (sent, first) = try page(docs) { number in
            number == 1 ? #"{"id": "p1"}"# : #"{"hits": [{"id": 1, "t": "A", "n": 7}]}"#
        }
        #expect(sent == ["https://docs.test/_pit?keep=5m ", #"https://docs.test/_search {"pit":{"id":"p1"},"q":"q"}"#])
        let (again, second) = try page(docs, first.next) { _ in
            #"{"hits": [{"id": 2, "t": "B", "n": 8}], "pit_id": "p2"}"#
        }
        #expect(again == [#"https://docs.test/_search {"pit":{"id":"p1"},"q":"q","search_after":[7]}"#])
        let (newer, third) = try page(docs, second.next) { _ in #"{"hits": []}"# }
        #expect(
            newer == [#"https://docs.test/_search {"pit":{"id":"p2"},"q":"q","search_after":[8]}"#],
            "a newer one replaces it")
        #expect(third.next == nil)
    }

    @Test func aFailedPreparationIsAnErrorOfTheList() throws {
        let docs = try docs()
        #expect(
            docs.page("{}").error?.message
                == "https://docs.test answered wrongly: the answer has nothing at /id, which the request for the list needs"
        )
        #expect(docs.page(#"{"error": "no index"}"#).error?.message.hasSuffix(": no index") == true)
        #expect(
            docs.page(#"{"id": "canary", "hits": [{"id": 1, "t": "A", "n": 1}]}"#).error?.message.contains("key")
                == true)
    }

    @Test func aPreparedValueThatIsNeverUsedIsAnError() throws {
        let text = Self.description.replacing(#"{"$": "prepared"}"#, with: "1")
        let error = #expect(throws: SettingError.self) { try SourceProbe(described: text) }
        #expect(error?.setting == "prepare")
        #expect(error?.message == #"is requested, but the request for the list has no {"$": "prepared"}"#)
    }

    @Test func theLengthOfThePreparedValueIsLimited() throws {
        let docs = try docs()
        let longest = String(repeating: "p", count: 8190)
        let hit = #"{"hits": [{"id": 1, "t": "A", "n": 7}]"#
        let another = #"{"hits": [{"id": 2, "t": "B", "n": 8}]"#
        let cursor = try page(docs) { $0 == 1 ? #"{"id": "\#(longest)"}"# : hit + "}" }.page.next
        #expect(try page(docs, cursor) { _ in another + "}" }.page.next != nil, "it is sent with each page")
        let tooLong = "has more than 8192 bytes at /id, the limit for what goes into the request for each page"
        #expect(
            docs.page(#"{"id": "\#(longest)p"}"#).error?.message
                == "https://docs.test answered wrongly: the answer \(tooLong)")
        let newer = #expect(throws: SourceError.self) {
            try page(docs, cursor) { _ in another + #", "pit_id": "\#(longest)p"}"# }
        }
        #expect(newer?.message.hasSuffix(tooLong.replacing("/id", with: "/pit_id")) == true)
    }
}
