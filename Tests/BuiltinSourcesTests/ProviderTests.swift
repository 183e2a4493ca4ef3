import JSON
import SearchSource
import SourceProbes
import Testing
import Time

@testable import BuiltinSources

/// `command` with a long-running program: what it is asked, and how its answers are read. Nothing is run here.
@Suite struct ProviderTests {
    let source: any Source

    init() throws {
        source = try SourceProbe("command", ["argv": ["find"], "run": "provider", "cwd": "/src"]).source
    }

    func rows(_ texts: [String], end: ChildRows.End? = .answered, said: String = "") -> ChildRows {
        ChildRows(texts.map { Array($0.utf8) }, end: end, lastWords: said)
    }

    /// Returns the parts of a page that arrives in these steps, and its end.
    func page(_ request: PageRequest = PageRequest(query: "q"), _ steps: ChildRows...) -> [Result<
        Page, SourceError
    >] {
        var (work, steps, results) = (source.page(request), steps[...], [Result<Page, SourceError>]())
        while true {
            switch work {
            case .known(let result): return results + [result]
            case .parts(let page, let rest):
                results.append(.success(page))
                work = rest
            case .child(_, let then):
                guard let step = steps.popFirst() else { return results }
                work = then(step)
            case .local(let then): work = then { false }
            default: return results
            }
        }
    }

    func answer(_ text: String, cursor: String? = nil) throws -> Page {
        try #require(page(PageRequest(query: "q", cursor: cursor.map { Cursor($0) }), rows([text])).last).get()
    }

    func fault(_ text: String, cursor: String? = nil) -> String {
        let request = PageRequest(query: "q", cursor: cursor.map { Cursor($0) })
        guard let error = page(request, rows([text])).last?.error else { return "" }
        #expect(error.kind == .decode)
        let advice = "; protocol/providers/README.md says what a provider does"
        return error.message.replacing("command: `find` answered wrongly: ", with: "").replacing(advice, with: "")
    }

    // MARK: Requests

    @Test func aPageIsRequestedFromTheProgram() throws {
        guard
            case .child(let call, _) = source.page(PageRequest(query: "a\"b", cursor: Cursor("c"), pageSize: 7)),
            let request = call.run.request
        else {
            Issue.record("no program is asked")
            return
        }
        #expect(request.method == "page" && call.run.command.arguments == ["find"] && !call.run.isShared)
        #expect(
            String(decoding: request.params, as: UTF8.self) == #"{"query":"a\"b","pageSize":7,"cursor":"c"}"#)
        #expect(String(decoding: request.provider.greeting, as: UTF8.self).contains(#""source":"command""#))
    }

    // MARK: Pages

    @Test func partsComeBeforeTheAnswer() throws {
        let parts = page(
            PageRequest(query: "q"), rows([#"[{"title":"a"}]"#, #"[{"title":"b"}]"#], end: nil),
            rows([#"[]"#], end: nil),
            rows([#"[{"title":"c"}]"#, #"{"items":[{"title":"d"}],"next":"n","total":9,"partial":true}"#]))
        let pages = try parts.map { try $0.get() }
        #expect(pages.map { $0.items.map(\.title) } == [["a", "b"], ["c", "d"]])
        #expect(pages.last?.next == Cursor("n") && pages.last?.total == 9 && pages.last?.isPartial == true)
    }

    @Test func knownMembersAreReadAndOthersIgnored() throws {
        let item = try #require(
            try answer(
                #"""
                {"items":[{"id":7,"title":"T\nx","snippet":["a","b"],"url":"u","image":"i","insert":"n","kind":"file",
                "location":{"path":"a.c","line":2,"column":3},"fields":{"s":"t","n":1,"f":1.5,"b":true,"z":null},"new":{}}]}
                """#
            ).items.first)
        #expect(
            item
                == Item(
                    id: "7", title: "T x", snippet: ["a", "b"], url: "u", image: "i", insert: "n", kind: .file,
                    location: Location(path: "/src/a.c", line: 2, column: 3),
                    fields: ["s": "t", "n": 1, "f": "1.5", "b": true]))
        let long = try answer(#"{"items":[{"title":"T","fields":{"n":1234567890123456789}}]}"#).items.first
        #expect(long?.fields == ["n": "1234567890123456789"], "not every client can hold it as a number")
        let plain = try #require(try answer(#"{"items":[{"title":"T","snippet":"s","url":null,"id":""}]}"#).items.first)
        #expect(plain == Item(id: "T", title: "T", snippet: ["s"]))
    }

    @Test(arguments: ["", #","next":null"#, #","next":"""#]) func aPageWithoutACursorIsTheLast(next: String) throws {
        #expect(try answer("{\"items\":[]\(next)}").next == nil)
    }

    @Test(arguments: [
        (#"[]"#, "the answer must be an object, not an array"),
        (#"{}"#, "items must be an array, but it is missing"),
        (#"{"items":[{"id":"x"}]}"#, "items[0].title must be a string, but it is missing"),
        (#"{"items":[{"title":1}]}"#, "items[0].title must be a string, not a number"),
        (#"{"items":["x"]}"#, "items[0] must be an object, not a string"),
        (#"{"items":[{"title":"","url":[]}]}"#, "items[0].url must be a string, not an array"),
        (
            #"{"items":[{"title":"","snippet":1}]}"#,
            "items[0].snippet must be a string or an array of strings, not a number"
        ),
        (#"{"items":[{"title":"","location":{}}]}"#, "items[0].location.path must be a string, but it is missing"),
        (
            #"{"items":[{"title":"","fields":{"a":[]}}]}"#,
            "items[0].fields has \"a\", an array: a field is a string, a number or a boolean"
        ),
        (#"{"items":[],"next":1}"#, "next must be a string, not a number"),
        (#"{"items":[],"total":"1"}"#, "total must be a whole number, not a string"),
        (#"{"items":[],"total":1.5}"#, "total must be a whole number, not 1.5"),
        (#"{"items":[],"partial":"no"}"#, "partial must be true or false, not a string"),
        (
            #"{"items":[],"next":"c"}"#,
            "next repeats the cursor of a page without items; the last page has no `next`"
        ),
    ]) func aFaultInAnAnswerIsReportedWithItsPlace(answer: String, message: String) {
        #expect(fault(answer, cursor: "c") == message)
    }

    @Test(arguments: [
        (#"[{"title":"a"},{"title":1}]"#, "items[1].title must be a string, not a number"),
        (#"[{"title":"a","kind":1}]"#, "items[0].kind must be a string, not a number"),
        (#"{}"#, "items must be an array, not an object"),
        (#"[{"title":"a","fields":[]}]"#, "items[0].fields must be an object, not an array"),
    ]) func aFaultInAPartIsReportedWithItsPlace(part: String, message: String) {
        let wrong = page(PageRequest(query: "q"), rows([part], end: nil)).last?.error
        #expect(wrong?.message.contains("answered wrongly: \(message);") == true)
    }

    @Test func anUnchangedCursorIsAcceptedIfThePageHasItems() throws {
        #expect(try answer(#"{"items":[{"title":"a"}],"next":"c"}"#, cursor: "c").next == Cursor("c"))
        let parts = page(
            PageRequest(query: "q", cursor: Cursor("c")), rows([#"[{"title":"a"}]"#, #"{"items":[],"next":"c"}"#]))
        #expect(try parts.last?.get().next == Cursor("c"))
    }

    @Test func theLengthOfACursorIsLimited() {
        #expect(
            fault("{\"items\":[],\"next\":\"\(String(repeating: "c", count: 65537))\"}") == "next is longer than 64 KiB"
        )
    }

    @Test func theSizeOfAPageIsLimited() throws {
        let many = "[" + String(repeating: #"{"title":"a"},"#, count: 4999) + #"{"title":"a"}]"#
        let message =
            "command: `find` sent a page of more than 10000 items; it must end the page earlier, with a `next`"
        let results = page(
            PageRequest(query: "q"), rows([many, many], end: nil), rows([#"[{"title":"a"}]"#], end: nil))
        #expect(results.count == 2 && results.last?.error?.message == message)
        // The empty row: the request was sent once more, and its items come again.
        let again = page(PageRequest(query: "q"), rows([many, many, "", many], end: nil), rows([many], end: nil))
        #expect(again.count == 2 && again.allSatisfy { $0.error == nil })
        let long = "[{\"title\":\"\(String(repeating: "a", count: 9 << 20))\"}]"
        let large = page(PageRequest(query: "q"), rows([long], end: nil), rows([long], end: nil))
        #expect(large.last?.error?.message.contains("sent a page of more than 16 MiB") == true)
    }

    @Test func anErrorAfterPartsKeepsThemAndAbandonsTheRequest() throws {
        guard case .child(let call, let then) = source.page(PageRequest(query: "q")),
            case .parts(let page, .known(.failure)) = then(rows([#"[{"title":"a"}]"#, "[1]"], end: nil))
        else {
            Issue.record("a part and an error are expected")
            return
        }
        #expect(page.items.count == 1 && !call.run.whenUnwanted {})
    }
}
