import BuiltinSources
import HTTP
import JSON
import SearchSource
import SourceProbes
import TestSupport
import Testing

/// `http`, from page to page until the end.
@Suite struct HTTPPagingTests {
    /// Returns the URL of the page after an answer; nil if there is none.
    func next(_ docs: SourceProbe, _ body: String, headers: HTTPHeaders = [:], cursor: Cursor? = nil) throws -> String?
    {
        let page = try docs.page(body, headers: headers, cursor: cursor).get()
        return try page.next.map { try docs.request(query: "q", cursor: $0).url }
    }

    static let two = #"{"hits": [{"id": 1, "title": "A"}, {"id": 2, "title": "B"}]"#

    @Test func pagingByOffsetEndsAtTheMaximumOrTheTotal() throws {
        let docs = try SourceProbe(
            describing: #""paging": {"by": "offset", "first": 1, "max": 6}, "total": "/found""#,
            query: #"{"$": "offset"}"#)
        #expect(try docs.request(query: "q").url.hasSuffix("p=1"))
        let first = try docs.page(Self.two + #", "found": 9}"#).get()
        #expect(try docs.request(query: "q", cursor: first.next).url.hasSuffix("p=3"), "a short page is not the end")
        let second = try docs.page(Self.two + #", "found": 9}"#, cursor: first.next).get()
        #expect(try docs.request(query: "q", cursor: second.next).url.hasSuffix("p=5"))
        #expect(try docs.page(Self.two + #", "found": 9}"#, cursor: second.next).get().next == nil, "7 is beyond `max`")
        #expect(
            try docs.page(Self.two + #", "found": 4}"#, cursor: first.next).get().next == nil, "the total is reached")
        #expect(try docs.page(#"{"hits": [], "found": 9}"#, cursor: first.next).get().next == nil)
    }

    @Test func pagingByPageEndsWhenTheAnswerSaysThereIsNoMore() throws {
        let docs = try SourceProbe(
            describing: #""paging": {"by": "page", "first": 0, "more": "/more"}"#, query: #"{"$": "page"}"#)
        #expect(try docs.request(query: "q").url.hasSuffix("p=0"))
        #expect(try next(docs, Self.two + "}")?.hasSuffix("p=1") == true)
        #expect(try next(docs, Self.two + #", "more": true}"#)?.hasSuffix("p=1") == true)
        #expect(try next(docs, Self.two + #", "more": false}"#) == nil)
        #expect(
            docs.page(Self.two + #", "more": 1}"#).error?.message
                == "https://docs.test answered wrongly: more must be true or false, not a number")
    }

    @Test func theFirstPageNumberNeedNotBeSent() throws {
        let rule = #""paging": {"by": "page", "sendOnFirst": false}"#
        let docs = try SourceProbe(describing: rule, query: #"{"$": "page"}"#)
        #expect(try docs.request(query: "q").url == "https://docs.test/search?q=q&n=20")
        #expect(try next(docs, Self.two + "}")?.hasSuffix("p=2") == true)
    }

    @Test func anEstimatedTotalDoesNotEndTheList() throws {
        let rule = #""paging": {"by": "page", "untilTotal": false}, "total": "/found""#
        let docs = try SourceProbe(describing: rule, query: #"{"$": "page"}"#)
        #expect(try next(docs, Self.two + #", "found": 2}"#)?.hasSuffix("p=2") == true)
    }

    @Test func pagingByCursorEndsWithoutANextCursorOrItems() throws {
        let docs = try SourceProbe(
            describing: #""paging": {"by": "cursor", "from": ["/next", "/meta/next"]}"#, query: #"{"$": "cursor"}"#)
        #expect(try docs.request(query: "q").url == "https://docs.test/search?q=q&n=20", "none is sent with the first")
        #expect(try next(docs, Self.two + #", "next": "a=b&c"}"#)?.hasSuffix("p=a%3Db%26c") == true)
        #expect(try next(docs, Self.two + #", "meta": {"next": 7}}"#)?.hasSuffix("p=7") == true)
        let odd = try SourceProbe(
            describing: #""paging": {"by": "cursor", "from": ["/meta/next", "/next"]}"#, query: #"{"$": "cursor"}"#)
        #expect(try next(odd, Self.two + #", "meta": "none", "next": 7}"#)?.hasSuffix("p=7") == true)
        for none in ["}", #", "next": null}"#, #", "next": ""}"#, #", "next": false}"#] {
            #expect(try next(docs, Self.two + none) == nil)
        }
        #expect(try next(docs, #"{"hits": [], "next": "x"}"#) == nil)
        let starred = try SourceProbe(
            describing: #""paging": {"by": "cursor", "from": "/next", "first": "*"}"#, query: #"{"$": "cursor"}"#)
        #expect(try starred.request(query: "q").url.hasSuffix("p=%2A"))
    }

    @Test func aRepeatedCursorIsAnErrorIfThePageHasNothingNew() throws {
        let docs = try SourceProbe(
            describing: #""paging": {"by": "cursor", "from": "/next"}"#, query: #"{"$": "cursor"}"#)
        let first = try docs.page(Self.two + #", "next": "scroll"}"#).get()
        let other = #"{"hits": [{"id": 3, "title": "C"}], "next": "scroll"}"#
        let second = try docs.page(other, cursor: first.next).get()
        #expect(second.next != nil, "a scroll ID may stay the same while the pages differ")
        #expect(
            docs.page(other, cursor: second.next).error?.message
                == "https://docs.test answered wrongly: the answer repeats the cursor of the request, and has nothing new"
        )
    }

    @Test func pagingByMergeSendsTheAnswersMembersBack() throws {
        let docs = try SourceProbe(describing: #""paging": {"by": "merge", "from": "/continue"}"#)
        #expect(
            try next(docs, Self.two + #", "continue": {"p": 20, "continue": "-||", "new": "ü"}}"#)
                == "https://docs.test/search?q=q&n=20&p=20&continue=-%7C%7C&new=%C3%BC")
        #expect(try next(docs, Self.two + "}") == nil)
        #expect(
            docs.page(Self.two + #", "continue": "x"}"#).error?.message
                == "https://docs.test answered wrongly: the answer must have an object at /continue, not a string")
        let post = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/", "body": {"q": {"$": "query"}, "from": 0}}, "items": "/hits",
                 "item": {"id": "/id", "title": "/title"}, "paging": {"by": "merge", "from": "/next"}}
                """)
        let page = try post.page(Self.two + #", "next": {"from": 2, "seen": [1]}}"#).get()
        let body = try post.request(query: "q", cursor: page.next).body?.bytes ?? []
        #expect(String(decoding: body, as: UTF8.self) == #"{"q":"q","from":2,"seen":[1]}"#)
    }

    @Test(arguments: [
        (#"<https://docs.test/search?page=2>; rel="next""#, "https://docs.test/search?page=2"),
        (
            #"</a,b>; title="x, <y>; rel=next"; rel=prev, </search?page=2>; REL="last next""#,
            "https://docs.test/search?page=2"
        ),
        ("<?page=2>;rel=next", "https://docs.test/search?page=2"),
        (#"<https://DOCS.test/x>; rel="next""#, "https://docs.test/x"),
        ("<HTTPS://docs.test:443/x>; rel=next", "https://docs.test/x"),
        ("<//docs.test/x>; rel=next", "https://docs.test/x"),
        ("<https://docs.test>; rel=next", "https://docs.test/"),
        ("<more?page=2#top>; rel=next", "https://docs.test/more?page=2"),
        ("<../../a/./more>; rel=next", "https://docs.test/a/more"),
    ])
    func pagingFollowsTheLinkHeader(_ header: String, _ expected: String) throws {
        let docs = try SourceProbe(describing: #""paging": {"by": "link"}"#)
        #expect(try next(docs, Self.two + "}", headers: ["Link": header]) == expected)
    }

    @Test func onlyAReadableNextLinkToTheSameServerIsFollowed() throws {
        let docs = try SourceProbe(describing: #""paging": {"by": "link"}"#)
        for header in ["", "<x", "<https://docs.test/>; rel=prev", "</x>; title=next", ";,<>,"] {
            #expect(try next(docs, Self.two + "}", headers: ["Link": header]) == nil)
        }
        for target in [
            "https://evil.test/", "http://docs.test/", "https://docs.test:444/", "https://docs.test.evil.test/",
            "//evil.test/x", "HTTPS://evil.test", "https://docs.test@evil.test/",
        ] {
            let message = docs.page(Self.two + "}", headers: ["Link": "<\(target)>; rel=next"]).error?.message
            #expect(message?.contains("no other server is queried") == true, "\(target)")
        }
        for target in ["///x", "https:x", "mailto:a@docs.test", "/a b", "//", "https://:443/x"] {
            let message = docs.page(Self.two + "}", headers: ["Link": "<\(target)>; rel=next"]).error?.message
            #expect(message?.contains("cannot be read") == true, "\(target)")
        }
    }

    /// Returns the first page, from an answer to a request that was redirected to `url`.
    private func page(_ docs: SourceProbe, from url: String, link: String) throws -> Result<Page, SourceError> {
        guard case .http(_, let then) = docs.source.page(PageRequest(query: "q")) else {
            throw SourceError(.internal, "nothing is sent")
        }
        let response = HTTPResponse(
            status: 200, headers: ["Link": "<\(link)>; rel=next"], body: Array((Self.two + "}").utf8), url: url)
        guard case .known(let page) = then(response) else { throw SourceError(.internal, "more is to be done") }
        return page
    }

    @Test func aLinkIsResolvedAgainstTheURLAfterRedirects() throws {
        let docs = try SourceProbe(describing: #""paging": {"by": "link"}"#)
        for link in ["more?page=2", "./more?page=2", "/v2/all/more?page=2", "HTTPS://docs.test/v2/all/more?page=2"] {
            let next = try page(docs, from: "https://docs.test/v2/all/list?q=q", link: link).get().next
            let url = try docs.request(query: "q", cursor: next).url
            #expect(url == "https://docs.test/v2/all/more?page=2", "\(link)")
        }
        for link in ["more?page=2", "/more", "?page=2", "https://other.test/more"] {
            let message = try page(docs, from: "https://other.test/list", link: link).error?.message
            #expect(
                message
                    == "https://docs.test gives an address for the next page on https://other.test, to which it "
                    + "redirects: no other server is queried", "\(link)")
        }
        let back = try page(docs, from: "https://other.test/list", link: "https://docs.test/more").get().next
        #expect(try docs.request(query: "q", cursor: back).url == "https://docs.test/more")
    }

    @Test func serverAndHeaderNamesIgnoreCaseInASCIIOnly() throws {
        let docs = try SourceProbe(
            described: """
                {"request": {"url": "https://kiosk.test/", "query": {"q": {"$": "query"}}}, "items": "/hits",
                 "item": {"id": "/id", "title": "/title"}, "paging": {"by": "link"}}
                """)
        #expect(try next(docs, Self.two + "}", headers: ["LINK": "<https://KIOSK.test/2>; REL=Next"]) != nil)
        // The Kelvin sign is canonically equivalent to K, and its lowercase is k.
        let kelvin = docs.page(Self.two + "}", headers: ["Link": "<https://\u{212A}iosk.test/2>; rel=next"])
        #expect(kelvin.error?.message.contains("no other server is queried") == true)
        #expect(try next(docs, Self.two + "}", headers: ["Lin\u{212A}": "</2>; rel=next"]) == nil)
    }

    @Test func aForgedCursorCannotLeadToAnotherServer() throws {
        let docs = try SourceProbe(describing: #""paging": {"by": "link"}"#)
        for address in ["@evil.test/", ":8080/", "", ".evil.test/", "x"] {
            let error = docs.page(Self.two + "}", cursor: Cursor(#"["\#(address)",1,"0"]"#)).error
            #expect(error?.message == "docs cannot be queried for \"q\"", "\(address)")
        }
    }

    @Test func aKeyIsNeverKeptInACursor() throws {
        let docs = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/", "query": {"q": {"$": "query"}, "key": {"env": "KEY"}}}, "items": "/hits",
                 "item": {"id": "/id", "title": "/title"}, "paging": {"by": "link"}}
                """, variables: ["KEY": "canary"])
        let page = try docs.page(Self.two + "}", headers: ["Link": "</?key=canary&p=2>; rel=next"]).get()
        #expect(page.next?.text.contains("canary") == false)
        #expect(try docs.request(query: "q", cursor: page.next).url == "https://docs.test/?p=2&key=canary")
        // Everything else stays as the service wrote it.
        let link = "</?q=a+b&t=1&k%65y=canary&t=2&flag&p=2>; rel=next"
        let other = try docs.page(Self.two + "}", headers: ["Link": link]).get()
        let url = try docs.request(query: "q", cursor: other.next).url
        #expect(url == "https://docs.test/?q=a+b&t=1&t=2&flag&p=2&key=canary")
        for path in ["canary", "c%61nary%CC%81"] {
            let error = docs.page(Self.two + "}", headers: ["Link": "</\(path)>; rel=next"]).error
            #expect(error?.message.contains("contains a key") == true)
        }
    }

    @Test(arguments: [#"can"ary"#, #"can\ary"#, "can%61ry"])
    func aKeyInACursorIsDetectedHoweverItIsWritten(_ key: String) throws {
        let docs = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/", "query": {"q": {"$": "query"}, "c": {"$": "cursor"}, "k": {"env": "KEY"}}},
                 "items": "/hits", "item": {"id": "/id", "title": "/title"}, "paging": {"by": "cursor", "from": "/next"}}
                """, variables: ["KEY": key])
        func written(_ value: JSONValue) -> String { String(decoding: JSONWriter.bytes(of: value), as: UTF8.self) }
        let inside = written(["key": .string(key)])
        for next: JSONValue in [
            .string("x\(key)y"), .string(PercentEncoding.encode(key)), ["a": ["b": .string(key)]], .string(inside),
            .object(JSONObject([(key, 1)])),
        ] {
            let error = docs.page(Self.two + #", "next": \#(written(next))}"#).error
            #expect(error?.message.contains("contains a key") == true, "\(next)")
        }
        #expect(try docs.page(Self.two + #", "next": "canary"}"#).get().next != nil)
    }

    @Test(arguments: [(64, true), (127, true), (128, false)])
    func aCursorIsReadAgainHoweverDeepAnAnswerMayBe(_ depth: Int, _ isFine: Bool) throws {
        let docs = try SourceProbe(
            describing: #""paging": {"by": "cursor", "from": "/next"}"#, query: #"{"$": "cursor"}"#)
        let deep = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        let result = docs.page(Self.two + #", "next": \#(deep)}"#)
        if isFine {
            #expect(docs.page(Self.two + "}", cursor: try result.get().next).error == nil)
        } else {
            #expect(result.error?.kind == .decode)
        }
    }

    @Test func upToFivePagesInARowWithNothingToShowAreSkipped() throws {
        let docs = try SourceProbe(
            describing: #""paging": {"by": "cursor", "from": "/next", "empty": "next"}"#, query: #"{"$": "cursor"}"#)
        let (asked, result) = docs.following { number in
            number < 6
                ? #"{"hits": [{"id": 1}], "next": \#(number)}"# : #"{"hits": [{"id": 1, "title": "A"}], "next": 6}"#
        }
        #expect(asked == 6)
        #expect(try result.get().items.count == 1)
        let (most, failed) = docs.following { #"{"hits": [], "next": \#($0)}"# }
        #expect(most == 6)
        #expect(failed.error?.message == "https://docs.test answered with too many empty pages in a row")
    }

    @Test func aLastPageWithNothingToShowEndsTheListWithoutAnError() throws {
        let docs = try SourceProbe(
            describing: #""paging": {"by": "offset"}, "total": "/found""#, query: #"{"$": "offset"}"#)
        let first = try docs.page(Self.two + #", "found": 3}"#).get()
        let last = try docs.page(#"{"hits": [{"id": 3}], "found": 3}"#, cursor: first.next).get()
        #expect(first.next != nil && last.items.isEmpty && last.next == nil)
        #expect(docs.page(#"{"hits": [{"id": 3}], "found": 1}"#).error?.kind == .decode, "a list with nothing to show")
    }

    @Test func aHugeOffsetInACursorEndsTheListAndAMalformedCursorIsAnError() throws {
        let rule = #""paging": {"by": "offset"}, "total": "/found""#
        let docs = try SourceProbe(describing: rule, query: #"{"$": "offset"}"#)
        let far = Cursor(#"[9223372036854775807,9223372036854775807,"0"]"#)
        #expect(try docs.page(Self.two + "}", cursor: far).get().next == nil)
        for text in ["", "x", "[]", "[1,-1,\"0\"]", "[1,1.5,\"0\"]", "[1,1,2]", "[1,1,\"!\"]"] {
            #expect(docs.page(Self.two + "}", cursor: Cursor(text)).error?.kind == .internal)
        }
    }
}
