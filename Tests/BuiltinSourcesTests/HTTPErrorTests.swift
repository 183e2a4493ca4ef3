import BuiltinSources
import HTTP
import JSON
import SearchSource
import SourceProbes
import Testing

/// `http`: what an error in an answer means, and what an answer says about the requests that are left.
@Suite struct HTTPErrorTests {
    let docs: SourceProbe

    init() throws {
        docs = try SourceProbe(
            describing: """
                "errors": [
                    {"status": 403, "header": "X-Left", "is": 0, "means": "rateLimited", "message": ["/message", "/error/info"]},
                    {"status": [400, 404], "at": "/error/code", "is": ["none", 17], "means": "noResults"},
                    {"status": 404, "means": "noSuchItem", "message": "/error/info"},
                    {"at": "/error/code", "is": 2000, "means": "auth", "message": "/error/info", "hint": "is DOCS_KEY right?"},
                    {"at": "/error", "message": "/error/info", "retryAfter": "/error/wait", "retryable": true}],
                "budget": {"remaining": "X-Left", "reset": "X-Reset", "resetIs": "seconds"}
                """)
    }

    @Test func theFirstRuleThatMatchesIsUsed() throws {
        let limited = docs.page(
            #"{"message": "slow down"}"#, status: 403, headers: ["X-Left": "0", "X-Reset": "90"]
        ).error
        #expect(
            limited
                == SourceError(
                    .rateLimited, "https://docs.test answered with status 403: slow down", isRetryable: true,
                    retryAfter: .seconds(90), httpStatus: 403))
        #expect(docs.page("{}", status: 403, headers: ["X-Left": "1"]).error?.kind == .auth)
        #expect(try docs.page(#"{"error": {"code": "none"}}"#, status: 404).get() == Page(items: []))
        #expect(try docs.page(#"{"error": {"code": 17}}"#, status: 400).get() == Page(items: []))
        #expect(docs.page(#"{"error": {"info": "gone"}}"#, status: 404).error?.isNoSuchItem == true)
        #expect(
            docs.page(#"{"error": {"code": 2000, "info": "no key"}}"#).error
                == SourceError(.auth, "https://docs.test reports an error: no key; is DOCS_KEY right?", httpStatus: 200)
        )
        let other = docs.page(#"{"error": {"info": "busy", "wait": "2.5"}}"#).error
        #expect(other?.kind == .source && other?.isRetryable == true && other?.isTransient == false)
        #expect(other?.retryAfter == .milliseconds(2500))
    }

    @Test func anErrorWithoutARuleIsReadFromItsStatus() {
        #expect(docs.page("<html>", status: 500).error?.kind == .http)
        #expect(docs.page("", status: 503).error?.isTransient == true)
        #expect(docs.page("{}", status: 429).error?.kind == .rateLimited)
        #expect(docs.page("{}", status: 301).error?.message == "https://docs.test answered with status 301")
    }

    @Test(arguments: [429, 500, 503])
    func aRuleThatDoesNotSayWhatAnErrorMeansOnlyAddsToWhatItsStatusMeans(_ status: Int) throws {
        let docs = try SourceProbe(describing: #""errors": [{"at": "/error", "message": "/error"}]"#)
        let usual = SourceError(status: HTTPResponse(status: status, headers: ["Retry-After": "1"]), from: "")
        let error = docs.page(#"{"error": "busy"}"#, status: status, headers: ["Retry-After": "1"]).error
        #expect(error?.message == "https://docs.test answered with status \(status): busy")
        #expect(error?.kind == usual.kind && error?.isRetryable == true && error?.isTransient == usual.isTransient)
        #expect(error?.retryAfter == .seconds(1) && error?.httpStatus == status)
    }

    @Test func aRuleThatSaysWhatAnErrorMeansAlsoSaysWhetherItPasses() throws {
        let docs = try SourceProbe(
            describing: """
                "errors": [
                    {"status": 429, "means": "rateLimited"}, {"status": 503, "means": "auth"}, {"status": 500, "means": "source"}]
                """)
        #expect(docs.page("{}", status: 429).error?.isTransient == true, "it says what the status says")
        #expect(docs.page("{}", status: 503).error?.isRetryable == false)
        #expect(docs.page("{}", status: 500).error?.kind == .source)
        #expect(docs.page("{}", status: 500).error?.isRetryable == false)
    }

    @Test(arguments: ["-1", "1e400", "\"x\"", "{}", "null", "\"nan\""])
    func anInvalidTimeToWaitIsIgnored(_ wait: String) {
        let error = docs.page(#"{"error": {"wait": \#(wait)}}"#).error
        #expect(error?.kind == .source && error?.retryAfter == nil)
    }

    @Test func eachRuleAboutAHeaderMayGoThroughTheWholeAnswer() throws {
        let rules = repeatElement(#"{"header": "X-Left", "is": 0}"#, count: 64).joined(separator: ", ")
        #expect(try SourceProbe(describing: #""errors": [\#(rules)]"#).source.info.readings >= 64)
    }

    @Test func aBudgetIsReadFromHeaders() throws {
        func budget(_ headers: HTTPHeaders, status: Int = 200) -> Budget? {
            docs.source.budget(in: HTTPResponse(status: status, headers: headers, receivedAt: 0))
        }
        #expect(budget(["x-left": "3", "x-reset": "90"]) == Budget(remaining: 3, resetsIn: .seconds(90)))
        #expect(budget(["X-Left": "-9", "X-Reset": "99999999999999999999"]) == Budget(remaining: 0, resetsIn: .day))
        #expect(budget(["X-Left": "3"]) == nil && budget([:]) == nil && budget(["X-Left": "a", "X-Reset": "1"]) == nil)
        #expect(budget(["Retry-After": "30"], status: 429) == Budget(remaining: 0, resetsIn: .seconds(30)))
        let timed = try SourceProbe(describing: #""budget": {"remaining": "X-Left", "reset": "X-Reset"}"#)
        let response = HTTPResponse(status: 200, headers: ["X-Left": "3", "X-Reset": "1090"], receivedAt: 1000)
        #expect(timed.source.budget(in: response) == Budget(remaining: 3, resetsIn: .seconds(90)))
        let told = try SourceProbe(describing: #""budget": {"requests": 60, "perSeconds": 3600}"#)
        #expect(told.source.info.allowance == Allowance(requests: 60, per: .seconds(3600)))
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1.0", "1", true), ("100", "1e2", true), ("9007199254740993", "9007199254740992.0", false),
        ("12345678901234567890", "12345678901234567890.0", true),
        ("12345678901234567890", "12345678901234567891", false),
        ("1", "1e99999999999999999999", false), ("true", "1", false), (#""1.0""#, "1", false), (#""1""#, "1", true),
    ])
    func aNumberIsTheSameHoweverItIsWritten(_ described: String, _ found: String, _ isSame: Bool) throws {
        for place in [#""at": "/code""#, #""header": "X-Code""#] {
            let docs = try SourceProbe(describing: #""errors": [{\#(place), "is": \#(described)}]"#)
            let error = docs.page(#"{"code": \#(found), "hits": []}"#, headers: ["X-Code": found]).error
            #expect((error != nil) == isSame, "\(place)")
        }
    }
}
