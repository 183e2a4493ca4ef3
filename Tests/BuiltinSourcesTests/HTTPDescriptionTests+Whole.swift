import BuiltinSources
import JSON
import SearchSource
import SourceProbes
import Testing

/// A description as a whole: what may be omitted, what is required, and several faults at once.
extension HTTPDescriptionTests {
    @Test func omittedMembersHaveTheirDefaults() throws {
        let docs = try SourceProbe(
            describing: #""options": {"minLength": 1, "trigger": "submit"}, "title": "Docs", "concurrency": 1"#)
        let info = docs.source.info
        #expect(info.name == "docs" && info.title == "Docs" && info.type == "http" && info.concurrency == 1)
        #expect(info.pacing.minLength == 1 && info.pacing.minLengthDense == 1 && info.pacing.trigger == .submit)
        let plain = try SourceProbe(describing: #""total": "/n""#).source.info
        #expect(plain.title == "docs" && plain.pacing == Pacing() && plain.allowance == nil && plain.missing.isEmpty)
    }

    @Test func aMissingRequiredMemberIsNamed() throws {
        for name in ["request", "items", "item"] {
            var members: [String: JSONValue] = [
                "request": ["url": "https://docs.test/{query}"], "items": "", "item": ["id": "", "title": ""],
            ]
            members[name] = nil
            let settings = Settings(members)
            let error = #expect(throws: SettingError.self) { try SourceType.http.make("docs", settings) }
            #expect(error?.setting == name && error?.message == "is needed")
        }
    }

    @Test func allFaultsAreReportedAtOnce() throws {
        let told = try complaints(
            #"""
            "request": {"url": "docs.test", "query": {"q": {"$": "qury"}, "n": null, "key": "x"}, "headers": {"Host": "a"},
                "body": {"a": [{"$": "x"}, {"b": {"env": "-"}}]}},
            "items": {"at": ["a", "/b", "~"], "skip": -1}, "item": {"titel": "/t", "url": "x", "fields": {"f": {}}},
            "paging": {"by": "cursor", "from": ["x"]}, "detail": {"request": {"url": "https://docs.test/"}, "format": "word"},
            "errors": [{"is": 1}, {"status": 9, "means": "x"}], "budget": {"requests": 0, "perSeconds": 0},
            "options": {"pageSize": 0, "debounceMs": "x"}, "concurrency": 99
            """#)
        let places = told.map { $0.prefix { $0 != " " } }
        #expect(
            places == [
                "concurrency:", "options.debounceMs:", "options.pageSize:", "paging.from[0]:", "request.url:",
                "request.query.q.$:", "request.query.n:", "request.headers.Host:", "request.body.a[0].$:",
                "request.body.a[1].b.env:", "items.skip:", "items.at[0]:", "items.at[2]:", "item.titel:", "item:",
                "item:", "item.url:", "item.fields.f:", "detail.request:", "detail.format:", "detail:", "errors[0].is:",
                "errors[1].status:", "errors[1].means:", "budget.requests:", "budget.perSeconds:",
            ], "\(told)")
    }

    @Test func aFaultyHoleIsNotAlsoReportedAsMissing() throws {
        #expect(try complaints(#""request": {"url": \#(Self.url), "query": {"q": {"$": "x"}}}"#).count == 1)
        let paged = #""request": {"url": \#(Self.url), "query": {"q": {"$": "query"}, "p": {"$": "page"}}}"#
        #expect(try complaints(paged + #", "paging": {"by": "pages"}"#).count == 1)
        #expect(try complaints(paged + #", "paging": {"by": "page"}"#).isEmpty)
        #expect(try complaints(paged).count == 1)
    }

    @Test(arguments: [
        ("next", "/next"), ("meta.next_page", "/meta/next_page"), ("$.hits.0", "/hits/0"), ("a b", nil), ("a..b", nil),
        ("$", nil),
    ])
    func thePointerMeantByAnotherNotationIsSuggested(_ text: String, _ meant: String?) throws {
        let told = try complaints(#""items": "\#(text)""#)
        #expect(
            told.count == 1 && told[0].hasSuffix(meant.map { "; is `\($0)` meant?" } ?? "not \"\(text)\""), "\(told)")
    }

    @Test func aTemplateInATextIsAFault() throws {
        let whole =
            #"has {query} in it, which would be sent as it stands; write {"$": "query"}, with what is around it as {"join": ["…", {"$": "query"}]}"#
        for place in ["query", "headers", "body"] {
            let told = try complaints(
                #""request": {"url": "https://a.test/{query}", "\#(place)": {"a": "x {query}", "b": "{q}"}}"#)
            #expect(told == ["request.\(place).a: \(whole)"])
        }
    }

    @Test func atMostFiftyFaultsAreReported() throws {
        let errors = Array(repeating: "{}", count: 64).joined(separator: ",")
        #expect(try complaints(#""errors": [\#(errors)], "budget": 1"#).count == 50)
    }

    @Test func aBodyNestedTooDeeplyIsRefused() throws {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        let complaint = try complaint(#""request": {"url": "https://a.test/{query}", "body": \#(deep)}"#)
        #expect(complaint?.hasSuffix("is nested deeper than 32 levels") == true)
    }
}
