import BuiltinSources
import HTTP
import SearchSource
import SourceProbes
import Testing
import TestSupport

/// `qiita`, tested with prepared answers: what it requests, and how it reads Qiita's answers.
@Suite struct QiitaTests {
    let qiita: SourceProbe

    init() throws { qiita = try SourceProbe("qiita") }

    static let article = """
        {"id":"c686397e4a0f4f11683d","title":"Example & title","url":"https://qiita.com/Qiita/items/c686397e4a0f4f11683d",
         "body":"# Example\\n\\ntext","rendered_body":"<h1>Example</h1>","created_at":"2000-01-01T00:00:00+00:00",
         "likes_count":100,"tags":[{"name":"Ruby","versions":["0.0.1"]},{"name":"初心者","versions":[]}],
         "user":{"id":"qiita","profile_image_url":"https://example.test/qiita.png"}}
        """

    @Test func asksForTheFeedAndForAQuery() throws {
        #expect(try qiita.request(query: "").url == "https://qiita.com/api/v2/items?page=1&per_page=20")
        #expect(
            try qiita.request(query: "Swift 並行", cursor: Cursor("7"), pageSize: 5).url
                == "https://qiita.com/api/v2/items?page=7&per_page=5&query=Swift%20%E4%B8%A6%E8%A1%8C")
        #expect(try qiita.request(query: "", pageSize: 500).url.hasSuffix("per_page=100"))
        #expect(try qiita.request(detail: "abc").url == "https://qiita.com/api/v2/items/abc")
        #expect(
            try SourceProbe("qiita", ["endpoint": "http://localhost:1/"]).request(detail: "a").url
                == "http://localhost:1/api/v2/items/a")
    }

    @Test func theEndpointsPathAndQueryAreKept() throws {
        for endpoint in ["http://localhost:1/qiita?team=a", "http://localhost:1/qiita/?team=a"] {
            let qiita = try SourceProbe("qiita", ["endpoint": .string(endpoint)])
            #expect(try qiita.request(detail: "a").url == "http://localhost:1/qiita/api/v2/items/a?team=a")
            let url = try qiita.request(query: "b").url
            #expect(url == "http://localhost:1/qiita/api/v2/items?team=a&page=1&per_page=20&query=b")
        }
    }

    @Test func theEmptyQueryIsLongEnough() {
        #expect(qiita.source.info.pacing.minLength == 0 && qiita.source.info.pacing.trigger == .incremental)
        #expect(qiita.source.info.pacing.maxPages == 100)
    }

    @Test func aTokenGoesIntoAHeader() throws {
        let request = try SourceProbe("qiita", variables: ["QIITA_TOKEN": "canary"]).request(query: "")
        #expect(request.headers["Authorization"] == "Bearer canary" && request.secrets == ["canary"])
        #expect(!request.url.contains("canary"))
        #expect(try qiita.request(query: "").headers.fields.isEmpty)
        #expect(try SourceProbe("qiita", variables: ["QIITA_TOKEN": ""]).request(query: "").headers.fields.isEmpty)
    }

    @Test func readsAPage() throws {
        let page = try qiita.page("[\(Self.article)]", headers: ["Total-Count": "4321"]).get()
        #expect(page.next == Cursor("2") && page.total == 4321)
        #expect(
            page.items == [
                Item(
                    id: "c686397e4a0f4f11683d", title: "Example & title",
                    url: "https://qiita.com/Qiita/items/c686397e4a0f4f11683d", image: "https://example.test/qiita.png",
                    insert: "https://qiita.com/Qiita/items/c686397e4a0f4f11683d", kind: .post,
                    fields: [
                        "user": "qiita", "likes_count": 100, "created_at": "2000-01-01T00:00:00+00:00",
                        "tags": "Ruby, 初心者",
                    ])
            ])
        #expect(try qiita.page("[]").get() == Page(items: [], next: Cursor("2")))
        #expect(try qiita.page("[\(Self.article)]", cursor: Cursor("99")).get().next == Cursor("100"))
        #expect(try qiita.page("[\(Self.article)]", cursor: Cursor("100")).get().next == nil)
    }

    @Test func optionalMembersMayBeMissing() throws {
        let page = qiita.page(#"[{"id":"a","title":"A","url":"u","user":null,"tags":null,"likes_count":null}]"#)
        #expect(try page.get().items == [Item(id: "a", title: "A", url: "u", insert: "u", kind: .post)])
    }

    @Test(arguments: [
        ("{}", "the answer must be an array, not an object"), ("null", "the answer must be an array, not null"),
        ("[null]", "the answer[0].url must be a string, but it is missing"),
        ("[[]]", "the answer[0] must be an object, not an array"),
        (#"[{"id":7,"title":"A","url":"u"}]"#, "the answer[0].id must be a string, not a number"),
        (#"[{"id":"a","title":null,"url":"u"}]"#, "the answer[0].title must be a string, not null"),
        (#"[{"id":"a","title":"A"}]"#, "the answer[0].url must be a string, but it is missing"),
        (
            #"[{"id":"a","title":"A","url":"u","likes_count":"7"}]"#,
            "the answer[0].likes_count must be a whole number, not a string"
        ),
        (#"[{"id":"a","title":"A","url":"u","user":[]}]"#, "the answer[0].user must be an object, not an array"),
        (#"[{"id":"a","title":"A","url":"u","tags":{}}]"#, "the answer[0].tags must be an array, not an object"),
        (
            #"[{"id":"a","title":"A","url":"u","tags":[{}]}]"#,
            "the answer[0].tags[0].name must be a string, but it is missing"
        ),
    ])
    func aMalformedAnswerIsAnErrorThatNamesThePlace(_ body: String, _ message: String) {
        let error = qiita.page(body).error
        #expect(error?.kind == .decode)
        #expect(error?.message == "https://qiita.com answered wrongly: \(message)")
    }

    @Test func readsADetail() throws {
        let detail = try qiita.detail(Self.article, id: "c686397e4a0f4f11683d").get()
        #expect(detail.text == "# Example\n\ntext" && detail.format == .markdown && detail.title == "Example & title")
        #expect(detail.fields["user"] == "qiita" && detail.image == "https://example.test/qiita.png")
        #expect(
            qiita.detail(#"{"message":"Not found","type":"not_found"}"#, id: "a", status: 404).error?.isNoSuchItem
                == true)
        for id in ["", "a/b", "../x", "日本", "a b"] {
            #expect(qiita.detail(Self.article, id: id).error?.isNoSuchItem == true)
        }
    }

    // MARK: The budget

    static let date = "Sat, 21 Nov 2026 12:00:00 GMT"
    static let seconds = 1_795_262_400

    @Test func theBudgetIsReadAgainstTheServersClock() {
        func budget(_ headers: HTTPHeaders, status: Int = 200) -> Budget? {
            qiita.source.budget(in: HTTPResponse(status: status, headers: headers, receivedAt: 0))
        }
        let reset = String(Self.seconds + 600)
        #expect(
            budget(["Date": Self.date, "Rate-Limit": "60", "Rate-Remaining": "59", "Rate-Reset": reset])
                == Budget(remaining: 59, resetsIn: .seconds(600)))
        #expect(
            budget(["Date": Self.date, "rate-remaining": "0", "rate-reset": "1"])
                == Budget(remaining: 0, resetsIn: .zero)
        )
        #expect(
            budget(["Date": Self.date, "Rate-Remaining": "0", "Rate-Reset": "9223372036854775807"])
                == Budget(remaining: 0, resetsIn: .seconds(86_400)))
        #expect(
            budget([
                "Date": "Sat, 01 Jan 0000 00:00:00 GMT", "Rate-Remaining": "0", "Rate-Reset": "9223372036854775807",
            ])
                == Budget(remaining: 0, resetsIn: .seconds(86_400)))
        #expect(
            budget([
                "Date": Self.date, "Rate-Remaining": "-9223372036854775808", "Rate-Reset": "-9223372036854775808",
            ])
                == Budget(remaining: 0, resetsIn: .zero))
        #expect(budget([:]) == nil && budget(["Rate-Remaining": "x", "Rate-Reset": reset]) == nil)
        #expect(budget(["Rate-Remaining": "5"]) == nil)
        #expect(budget(["Retry-After": "30"], status: 429) == Budget(remaining: 0, resetsIn: .seconds(30)))
    }

    @Test(
        arguments: [
            (429, "{}", [:], .zero), (429, "", ["Retry-After": "90"], .seconds(90)),
            (403, #"{"message":"Rate limit exceeded","type":"rate_limit_exceeded"}"#, [:], .seconds(600)),
            (403, "{}", ["Rate-Remaining": "0"], .seconds(600)),
        ] as [(Int, String, [String: String], Duration?)])
    func aSpentBudgetSaysHowLongToWait(_ status: Int, _ body: String, _ added: [String: String], _ wait: Duration?) {
        var headers: HTTPHeaders = ["Date": Self.date, "Rate-Reset": String(Self.seconds + 600)]
        if added["Rate-Remaining"] == nil { headers.add("Rate-Remaining", status == 429 ? "x" : "0") }
        for (name, value) in added { headers.add(name, value) }
        let error = qiita.page(body, status: status, headers: headers).error
        #expect(error?.kind == .rateLimited && error?.isRetryable == true && error?.isTransient == false)
        #expect(error?.httpStatus == status && (error?.retryAfter ?? .zero) == wait)
    }

    @Test func aRefusalForAnotherReasonIsNotARateLimit() throws {
        let forbidden = #"{"message":"Forbidden","type":"forbidden"}"#
        let error = qiita.page(forbidden, status: 403, headers: ["Rate-Remaining": "7"]).error
        #expect(error?.kind == .auth)
        #expect(
            error?.message
                == "https://qiita.com answered with status 403: access refused: Forbidden; a token in QIITA_TOKEN may help"
        )
        let wrong = try SourceProbe("qiita", variables: ["QIITA_TOKEN": "canary"])
        #expect(
            wrong.page(#"{"message":"Unauthorized","type":"unauthorized"}"#, status: 401).error?.message
                == "https://qiita.com answered with status 401: access refused: Unauthorized; is the token right?")
        #expect(qiita.page("<html>", status: 500).error?.kind == .http)
    }
}
