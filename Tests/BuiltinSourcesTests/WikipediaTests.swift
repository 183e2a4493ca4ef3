import BuiltinSources
import HTTP
import JSON
import SearchSource
import SourceProbes
import Testing

/// `wikipedia`, tested with prepared answers: what it requests, and how it reads servers' answers.
@Suite struct WikipediaTests {
    let local: SourceProbe

    init() throws {
        local = try SourceProbe("wikipedia", ["endpoint": "http://wiki.test/w/api.php"])
    }

    func wikipedia(_ settings: [String: JSONValue] = [:]) throws -> SourceProbe {
        try SourceProbe("wikipedia", settings)
    }

    // MARK: What it requests

    @Test func asksForTheFirstPage() throws {
        #expect(
            try wikipedia().request(query: "猫 & dog", pageSize: 5).url
                == "https://ja.wikipedia.org/w/api.php?action=query&list=search&format=json"
                + "&srsearch=%E7%8C%AB%20%26%20dog&srlimit=5&sroffset=0&continue=-%7C%7C")
        #expect(
            try wikipedia(["language": "zh-yue"]).request(query: "x").origin == "https://zh-yue.wikipedia.org")
    }

    @Test func sendsEveryMemberOfContinueBackUnchanged() throws {
        let body =
            #"{"continue":{"sroffset":20,"gapoffset":"x|y","continue":"-||g"},"query":{"search":["#
            + #"{"pageid":1,"title":"A"}]}}"#
        let cursor = try #require(try local.page(body).get().next)
        let next = try local.request(query: "q", cursor: cursor)
        #expect(
            next.url == "http://wiki.test/w/api.php?action=query&list=search&format=json&srsearch=q&srlimit=20"
                + "&sroffset=20&continue=-%7C%7Cg&gapoffset=x%7Cy")
    }

    @Test func asksForADetail() throws {
        #expect(
            try local.request(detail: "42").url
                == "http://wiki.test/w/api.php?action=query&prop=extracts&pageids=42&exintro=1&explaintext=1&format=json"
        )
    }

    @Test(arguments: ["", "x", "0", "-1", "007", "1.5", "99999999999999999999", "１"])
    func anIDThatIsNotAPageNumberIsNoSuchItemWithoutARequest(_ id: String) throws {
        guard case .known(.failure(let error)) = local.source.detail(DetailRequest(id: id)) else {
            Issue.record("a request is made")
            return
        }
        #expect(error.isNoSuchItem)
        #expect(error.message == "a page of a MediaWiki is identified by a number, not by \"\(id)\"")
    }

    @Test func sendsOneRequestAtATimeUnlessConfiguredOtherwise() throws {
        #expect(try wikipedia().source.info.concurrency == 1)
        #expect(try wikipedia(["concurrency": "8"]).source.info.concurrency == 8)
    }

    @Test(arguments: [
        (["language": "x y"], "language", "must be the code of a Wikipedia, like `en` or `zh-yue`, not \"x y\""),
        (["language": ""], "language", "must be the code of a Wikipedia, like `en` or `zh-yue`, not \"\""),
        (
            ["endpoint": "wiki.test"], "endpoint",
            "must be a URL that begins with http:// or https://, not \"wiki.test\""
        ),
        (
            ["endpoint": "file:///x"], "endpoint",
            "must be a URL that begins with http:// or https://, not \"file:///x\""
        ),
        (
            ["endpoint": "http://wiki.test/api.php#x"], "endpoint",
            "must be a URL without a `#`, not \"http://wiki.test/api.php#x\""
        ),
        (["concurrency": "0"], "concurrency", "must be a whole number from 1 to 32, not \"0\""),
    ])
    func anInvalidSettingIsNamedInTheError(_ settings: [String: JSONValue], _ name: String, _ message: String) {
        do {
            _ = try wikipedia(settings)
            Issue.record("it was accepted")
        } catch let error as SettingError {
            #expect(error.setting == name && error.message == message)
        } catch {
            Issue.record("\(error)")
        }
    }

    // MARK: How it reads a page

    @Test func readsAPage() throws {
        let body = """
            {"batchcomplete":"","continue":{"sroffset":2,"continue":"-||"},"query":{"searchinfo":
            {"totalhits":59,"suggestion":"quick","suggestionsnippet":"<em>quick</em>"},"search":[
            {"ns":0,"title":"Quick & brown","pageid":11,"size":787,"wordcount":21,"timestamp":"2023-05-06T05:50:00Z",
             "snippet":"the <span class=\\"searchmatch\\">quick</span> &amp; the &#039;dead&#039;\\n"},
            {"ns":0,"title":"Second","pageid":12}]}}
            """
        let page = try local.page(body).get()
        #expect(page.total == 59 && page.suggestion == "quick" && page.next != nil)
        #expect(
            page.items == [
                Item(
                    id: "11", title: "Quick & brown", snippet: ["the ", "quick", " & the 'dead'"],
                    url: "http://wiki.test/w/index.php?curid=11", kind: .article,
                    fields: ["size": 787, "wordcount": 21, "timestamp": "2023-05-06T05:50:00Z"]),
                Item(id: "12", title: "Second", url: "http://wiki.test/w/index.php?curid=12", kind: .article),
            ])
    }

    @Test func readsTheLastPage() throws {
        #expect(
            try local.page(#"{"batchcomplete":true,"query":{"searchinfo":{"totalhits":0},"search":[]}}"#).get()
                == Page(items: [], total: 0))
        #expect(try local.page(#"{"query":{"search":[]}}"#).get() == Page(items: []))
    }

    @Test(arguments: [
        ("", "with something that is not JSON: the text ends where a JSON value should stand at byte 0"),
        ("<html>", "with something that is not JSON: found `<` where a JSON value should stand at byte 0"),
        ("[]", "wrongly: the answer must be an object, not an array"),
        (#"{"query":[]}"#, "wrongly: query must be an object, not an array"),
        (
            #"{"query":{"searchinfo":{"totalhits":"7"},"search":[]}}"#,
            "wrongly: query.searchinfo.totalhits must be a whole number, not a string"
        ),
        (#"{"continue":[],"query":{"search":[]}}"#, "wrongly: continue must be an object, not an array"),
        (
            #"{"query":{"search":[{"pageid":7,"title":"x","snippet":["a"]}]}}"#,
            "wrongly: query.search[0].snippet must be a string, not an array"
        ),
        (#"{"query":null}"#, "wrongly: query.search must be an array, but it is missing"),
        (#"{"query":{"search":{}}}"#, "wrongly: query.search must be an array, not an object"),
        (#"{"query":{"search":[7]}}"#, "wrongly: query.search[0] must be an object, not a number"),
        (
            #"{"query":{"search":[{"pageid":"7","title":"x"}]}}"#,
            "wrongly: query.search[0].pageid must be a whole number, not a string"
        ),
        (
            #"{"query":{"search":[{"pageid":1,"title":"x"},{"pageid":7,"title":null}]}}"#,
            "wrongly: query.search[1].title must be a string, not null"
        ),
    ])
    func aMalformedAnswerIsAnErrorThatNamesThePlace(_ body: String, _ message: String) throws {
        guard case .failure(let error) = local.page(body) else {
            Issue.record("it was read")
            return
        }
        #expect(error.kind == .decode && error.message == "http://wiki.test answered \(message)")
    }

    @Test func aContinueThatIsTooLargeIsAnError() throws {
        let many = (0...64).map { "\"m\($0)\":1" }.joined(separator: ",")
        let long = "\"sroffset\":\"\(String(repeating: "x", count: 8192))\""
        for (members, message) in [(many, "has more than 64 members"), (long, "is longer than 8192 bytes")] {
            guard case .failure(let error) = local.page("{\"continue\":{\(members)},\"query\":{\"search\":[]}}") else {
                Issue.record("it was read")
                return
            }
            #expect(error.message == "http://wiki.test answered wrongly: continue \(message)")
        }
    }

    @Test func anErrorWithStatus200IsStillAnError() throws {
        let classic = #"{"error":{"code":"maxlag","info":"Waiting: 5 seconds lagged.","lag":5},"servedby":"x"}"#
        guard case .failure(let lag) = local.page(classic, headers: ["Retry-After": "5"]) else { return }
        #expect(lag.kind == .source && lag.isRetryable && !lag.isTransient && lag.retryAfter == .seconds(5))
        #expect(lag.message == "http://wiki.test reports maxlag: Waiting: 5 seconds lagged.")
        guard case .failure(let missing) = local.page(#"{"errors":[{"code":"missingparam","text":"変数がない。"}]}"#) else {
            return
        }
        #expect(missing.kind == .source && !missing.isRetryable)
        #expect(missing.message == "http://wiki.test reports missingparam: 変数がない。")
        guard
            case .failure(let bare) = local.page(
                #"{"error":"x"}"#, headers: ["MediaWiki-API-Error": "internal_api_error_X"])
        else { return }
        #expect(bare.message == "http://wiki.test reports internal_api_error_X" && bare.isRetryable)
        guard case .failure(let limited) = local.page(#"{"error":{"code":"ratelimited","info":"Slow."}}"#) else {
            return
        }
        #expect(limited.kind == .rateLimited)
    }

    @Test func anyStatusOtherThan200IsAnErrorWhateverTheBody() throws {
        for status in [204, 301, 403, 404, 500] {
            guard case .failure(let error) = local.page(#"{"query":{"search":[]}}"#, status: status) else {
                Issue.record("\(status) was read")
                continue
            }
            #expect(error.httpStatus == status)
        }
    }

    // MARK: How it reads a detail

    @Test func readsADetailInBothFormats() throws {
        let expected = Detail(
            id: "7", title: "Seven", text: "Plain\ntext.", url: "http://wiki.test/w/index.php?curid=7")
        #expect(
            try local.detail(
                #"{"query":{"pages":{"7":{"pageid":7,"ns":0,"title":"Seven","extract":"Plain\ntext."}}}}"#, id: "7"
            ).get()
                == expected)
        #expect(
            try local.detail(
                #"{"query":{"pages":[{"pageid":7,"ns":0,"title":"Seven","extract":"Plain\ntext."}]}}"#, id: "7"
            ).get()
                == expected)
    }

    @Test(arguments: [
        #"{"query":{"pages":{"7":{"pageid":7,"missing":""}}}}"#, #"{"query":{"pages":[{"pageid":7,"missing":true}]}}"#,
        #"{"query":{"pages":[]}}"#, #"{"query":{"pages":{"8":{"pageid":8,"title":"Eight","extract":"x"}}}}"#,
    ])
    func aMissingPageIsNoSuchItem(_ body: String) throws {
        guard case .failure(let error) = local.detail(body, id: "7") else {
            Issue.record("it was read")
            return
        }
        #expect(error.isNoSuchItem && error.message == "MediaWiki has no page with the number 7")
    }

    @Test func aWikiWithoutExtractsIsAnErrorThatNamesTheExtension() throws {
        guard
            case .failure(let error) = local.detail(#"{"query":{"pages":{"7":{"pageid":7,"title":"Seven"}}}}"#, id: "7")
        else {
            return
        }
        #expect(error.kind == .source && error.message.contains("TextExtracts"))
    }

    @Test func onlyWikipediaRequiresAttribution() throws {
        #expect(try wikipedia().source.info.attribution != nil && wikipedia().source.info.title == "Wikipedia (ja)")
        #expect(local.source.info.attribution == nil && local.source.info.title == "MediaWiki")
    }
}
