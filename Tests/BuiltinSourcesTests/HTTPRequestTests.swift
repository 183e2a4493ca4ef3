import BuiltinSources
import HTTP
import JSON
import SearchSource
import SourceProbes
import Testing

/// `http`, from a description to the request that is sent.
@Suite struct HTTPRequestTests {
    @Test func theHolesOfTheQueryAreFilledAndPercentEncoded() throws {
        let docs = try SourceProbe(describing: #""paging": {"by": "page"}"#, query: #"{"$": "page"}"#)
        #expect(
            try docs.request(query: "Swift 並行 & co").url
                == "https://docs.test/search?q=Swift%20%E4%B8%A6%E8%A1%8C%20%26%20co&n=20&p=1")
        #expect(try docs.request(query: "a").body == nil)
    }

    @Test func theLimitIsCappedAndAnEmptyQueryMayBeOmitted() throws {
        let feed = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/items", "query":
                    {"q": {"$": "query", "omitEmpty": true}, "n": {"$": "limit", "max": 50}, "sort": "new", "deep": true}},
                 "items": "", "item": {"id": "/id", "title": "/title"}}
                """)
        #expect(try feed.request(query: "", pageSize: 80).url == "https://docs.test/items?n=50&sort=new&deep=true")
        #expect(try feed.request(query: "a", pageSize: 3).url == "https://docs.test/items?q=a&n=3&sort=new&deep=true")
    }

    @Test func aQueryInAPathIsOneSegment() throws {
        let docs = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/find/{query}"}, "items": "", "item": {"id": "/id", "title": "/t"}}
                """)
        #expect(try docs.request(query: "a/../b?c#d").url == "https://docs.test/find/a%2F..%2Fb%3Fc%23d")
        for query in [".", ".."] {
            #expect(docs.page(query: query).error?.message == "docs cannot be queried for \"\(query)\"")
        }
    }

    @Test func aBodyKeepsTheTypesOfItsValues() throws {
        let docs = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/_search", "headers": {"X-Client": {"join": ["seekline ", 1]}}, "body":
                    {"query": {"match": {"text": {"$": "query"}}}, "size": {"$": "limit"}, "sort": [{"id": "asc"}],
                     "search_after": {"$": "cursor"}, "flags": [true, null, {"$": "cursor"}]}},
                 "items": "/hits", "item": {"id": "/id", "title": "/t"}, "paging": {"by": "last", "from": ["/a", "/b"]}}
                """)
        let first = try docs.request(query: #"{{"}}"#, pageSize: 5)
        #expect(first.url == "https://docs.test/_search" && first.headers["X-Client"] == "seekline 1")
        #expect(first.body?.type == "application/json")
        #expect(
            first.body.map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"query":{"match":{"text":"{{\"}}"}},"size":5,"sort":[{"id":"asc"}],"flags":[true,null]}"#)
        let page = try docs.page(#"{"hits": [{"id": 1, "t": "A", "a": 7.50, "b": "x"}]}"#).get()
        let second = try docs.request(query: "q", cursor: page.next, pageSize: 5)
        #expect(
            second.body.map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"query":{"match":{"text":"q"}},"size":5,"sort":[{"id":"asc"}],"search_after":[7.50,"x"],"flags":[true,null,[7.50,"x"]]}"#
        )
    }

    @Test func keysComeFromTheEnvironmentOnly() throws {
        let description = """
            {"request": {"url": "https://docs.test/s", "query": {"q": {"$": "query"}, "key": {"env": "DOCS_KEY"}},
                "headers": {"Authorization": {"join": ["Bearer ", {"env": "DOCS_TOKEN", "optional": true}]}}},
             "items": "", "item": {"id": "/id", "title": "/t"}}
            """
        let ready = try SourceProbe(described: description, variables: ["DOCS_KEY": "canary", "DOCS_TOKEN": "bird"])
        let request = try ready.request(query: "a")
        #expect(request.url == "https://docs.test/s?q=a&key=canary")
        #expect(request.headers["Authorization"] == "Bearer bird" && request.secrets == ["canary", "bird"])
        #expect(ready.source.info.missing.isEmpty)

        let without = try SourceProbe(described: description, variables: ["DOCS_KEY": "canary"])
        #expect(try without.request(query: "a").headers["Authorization"] == nil)
        #expect(without.source.info.missing.isEmpty)

        let missing = try SourceProbe(described: description, variables: ["DOCS_TOKEN": "bird"])
        #expect(missing.source.info.missing == ["DOCS_KEY"])
        #expect(missing.page().error?.kind == .config)
        #expect(missing.page().error?.message == "docs needs a key: set the environment variable DOCS_KEY")
        #expect(missing.detail(id: "a").error?.kind == .config)
    }

    @Test func aValueInAHeaderCannotStartAnotherHeader() throws {
        let docs = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/", "headers": {"X-Query": {"$": "query"}, "X-From": {"$": "cursor"}}},
                 "items": "/hits", "item": {"id": "/id", "title": "/title"}, "paging": {"by": "cursor", "from": "/next"}}
                """)
        let hits = #"{"hits": [{"id": 1, "title": "A"}], "next": "a\r\nX-Evil: 1\u0000\n"}"#
        let next = try docs.page(hits).get().next
        let headers = try docs.request(query: "q\r\nX-Evil: 1\n\n\0b\rc", cursor: next).headers
        #expect(headers.fields.map(\.name) == ["X-Query", "X-From"])
        #expect(headers.fields.map(\.value) == ["q  X-Evil: 1   b c", "a  X-Evil: 1"])
    }

    @Test func aDetailIsRequestedByTheItemsID() throws {
        let docs = try SourceProbe(
            describing: #""detail": {"request": {"url": "https://docs.test/items/{id}"}, "text": "/body"}"#)
        #expect(try docs.request(detail: "a/b c").url == "https://docs.test/items/a%2Fb%20c")
        for id in ["", ".", ".."] { #expect(docs.detail(id: id).error?.isNoSuchItem == true) }
    }
}
