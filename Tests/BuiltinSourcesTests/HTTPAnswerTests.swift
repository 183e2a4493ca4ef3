import BuiltinSources
import HTTP
import JSON
import SearchSource
import SourceProbes
import Testing

/// `http`, from an answer to the items that are shown.
@Suite struct HTTPAnswerTests {
    /// Reads one row with these members of `item`, in addition to `id` and `title`.
    func item(_ members: String, _ row: String) throws -> Item {
        let docs = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/search", "query": {"q": {"$": "query"}}}, "items": "",
                 "item": {"id": "/id", "title": ["/title", "/name"], \(members)}}
                """)
        let page = try docs.page("[{\(row)}]").get()
        return try #require(page.items.first)
    }

    @Test func aMissingValueIsLookedUpInTheNextPlace() throws {
        let members = #""snippet": ["/a/b", "/c"], "url": ["/url", "https://docs.test/{/id}"], "image": "/pictures/1""#
        #expect(
            try item(members, #""id": 7, "title": "", "name": "N", "a": null, "c": "text", "pictures": ["x", "y"]"#)
                == Item(id: "7", title: "N", snippet: ["text"], url: "https://docs.test/7", image: "y"))
        #expect(
            try item(members, #""id": "a b", "title": "T", "a": {"b": "in a"}, "url": "https://u.test""#)
                == Item(id: "a b", title: "T", snippet: ["in a"], url: "https://u.test"))
    }

    @Test func aValueOfTheWrongTypeIsSkippedIfThereIsAnotherPlace() throws {
        let members =
            #""snippet": ["/mark/text", "/text"], "url": ["/url", "https://docs.test/{/id}"], "fields": {"n": ["/n/a", "/m"]}"#
        // As in Typesense: an object with the matches, or plain text if there are none.
        let row = #""id": 7, "title": {}, "name": "N", "mark": "plain", "text": "T", "url": [], "n": "x", "m": 5"#
        #expect(
            try item(members, row)
                == Item(id: "7", title: "N", snippet: ["T"], url: "https://docs.test/7", fields: ["n": 5]))
        let error = #expect(throws: SourceError.self) {
            try item(#""snippet": "/mark/text""#, #""id": 7, "title": "T", "mark": "plain""#)
        }
        #expect(error?.message.contains("mark must be an object or an array, not a string") == true)
    }

    /// The size of what is read from an answer is limited, however often a description reads the same string.
    @Test func tooManyCopiesOfALargeTextAreAnError() throws {
        let row = #""id": 7, "title": "T", "t": "\#(String(repeating: "x", count: 2 << 20))""#
        func fields(_ count: Int) -> String {
            #""fields": {"# + (0..<count).map { #""f\#($0)": "/t""# }.joined(separator: ", ") + "}"
        }
        #expect(try item(fields(31), row).fields.fields.count == 31)
        let error = #expect(throws: SourceError.self) { try item(fields(32), row) }
        #expect(
            error?.message == "https://docs.test answered with more than 64 MiB of text, each text counted as often as "
                + "the description reads it")
        let url = "https://docs.test/" + String(repeating: "{/t}", count: 33)
        #expect(throws: SourceError.self) { try item(#""url": "\#(url)""#, row) }
    }

    @Test func aURLIsBuiltFromTheValuesOfTheRow() throws {
        let members = #""url": "https://docs.test/{/space}/{/id}", "insert": "https://docs.test{+/path}""#
        let row = #""id": "ä/1", "title": "T", "path": "/wiki/A?b#c""#
        #expect(try item(members, row).url == nil, "nothing is at /space")
        let whole = try item(members, row + #", "space": "s""#)
        #expect(whole.url == "https://docs.test/s/%C3%A4%2F1" && whole.insert == "https://docs.test/wiki/A?b#c")
    }

    @Test func matchesInASnippetAreRecognizedByTheirMarks() throws {
        func snippet(_ rule: String, _ text: String) throws -> Snippet? {
            try item(#""snippet": {"at": "/s", \#(rule)}"#, #""id": 1, "title": "T", "s": \#(text)"#).snippet
        }
        let em = #""highlight": ["<em>", "</em>"]"#
        #expect(try snippet(em, #""an <em>arrow</em> &amp; a  <em>row</em>""#) == ["an ", "arrow", " &amp; a ", "row"])
        #expect(
            try snippet(em + #", "html": true"#, #""<b>an</b> <em>arrow</em> &amp;\n a""#) == ["an ", "arrow", " & a"])
        #expect(try snippet(em, #""no end <em>here""#) == ["no end ", "here"])
        #expect(try snippet(em, #""</em> only an end""#) == ["</em> only an end"])
        #expect(try snippet(em, #""<em></em>""#) == nil)
        #expect(
            try snippet(
                #""html": true, "highlight": [["<span class='m'>", "</span>"], ["<mark>", "</mark>"]]"#,
                #""<span class='m'>a</span><mark>b</mark>&lt;""#) == ["", "a", "", "b", "<"])
    }

    @Test func matchesAreRecognizedInEachOfSeveralTexts() throws {
        func snippet(_ rule: String, _ texts: String) throws -> Snippet? {
            try item(#""snippet": {"each": "/s", "at": "", \#(rule)}"#, #""id": 1, "title": "T", "s": \#(texts)"#)
                .snippet
        }
        let em = #""join": " … ", "highlight": ["<em>", "</em>"]"#
        #expect(
            try snippet(em, #"["an <em>arrow</em>  or", "a <em>row</em>"]"#) == ["an ", "arrow", " or … a ", "row"])
        #expect(
            try snippet(em, #"["an <em>arrow</em>", null, "", "<em>row</em>"]"#) == ["an ", "arrow", " … ", "row"])
        #expect(try snippet(em, #"["<em></em>"]"#) == nil)
        #expect(try snippet(em + #", "default": "none""#, "[]") == ["none"])
        #expect(try snippet(#""html": true"#, #"["<b>a</b>\n b", "&lt;"]"#) == ["a b, <"])
    }

    @Test func aSnippetIsReadLikeAnyOtherMember() throws {
        let row = #""id": "a b", "title": "T", "b": true"#
        #expect(
            try item(#""snippet": ["/none", "https://docs.test/{/id}"]"#, row).snippet == ["https://docs.test/a%20b"])
        #expect(try item(#""snippet": "/b""#, row).snippet == ["true"])
    }

    @Test func fieldsAreReadAndConvertedAsDescribed() throws {
        let members = """
            "fields": {"tags": {"each": "/tags", "at": ["/name", "/id"], "join": " · "}, "n": "/n", "b": "/b", "t": {"at": "/n", "as": "text"},
                "none": "/none", "empty": {"at": "/none", "default": ""}, "line": {"at": "/line", "oneLine": true}, "f": "/f"}
            """
        let row =
            #""id": 1, "title": "T", "tags": [{"name": "x"}, {"id": "y"}, null, {}], "n": 7, "b": false, "line": " a\n\tb ", "f": 1.50"#
        #expect(
            try item(members, row).fields == [
                "tags": "x · y", "n": 7, "b": false, "t": "7", "empty": "", "line": "a b", "f": "1.50",
            ])
    }

    @Test func aNumberTooLargeForSomeClientsBecomesText() throws {
        let row = #""id": 1, "title": "T", "a": 9007199254740991, "b": 1234567890123456789"#
        #expect(
            try item(#""fields": {"a": "/a", "b": "/b"}"#, row).fields == [
                "a": 9_007_199_254_740_991, "b": "1234567890123456789",
            ])
    }

    @Test func rowsMayBeInUnusualPlaces() throws {
        func ids(_ items: String, _ body: String) throws -> [String] {
            let docs = try SourceProbe(
                described: """
                    {"request": {"url": "https://docs.test/", "query": {"q": {"$": "query"}}}, "items": \(items),
                     "item": {"id": "/0", "title": "/0"}}
                    """)
            return try docs.page(body).get().items.map(\.id)
        }
        #expect(try ids(#"{"at": "/1/0", "skip": 2}"#, #"[[0], [[[2], ["_key"], ["a"], ["b"]]]]"#) == ["a", "b"])
        #expect(try ids(#"{"at": "/pages", "values": true}"#, #"{"pages": {"9": ["a"], "1": ["b"]}}"#) == ["a", "b"])
        #expect(try ids(#"["/x", "/y"]"#, #"{"y": [["a"]]}"#) == ["a"])
        // As some services have it: an array, or an object that contains it.
        #expect(try ids(#"["/x/hits", "/x"]"#, #"{"x": [["a"]]}"#) == ["a"])
        #expect(try ids(#"["/x/hits", "/x"]"#, #"{"x": {"hits": [["a"]]}}"#) == ["a"])
        #expect(try ids(#""/x~1y/~0""#, #"{"x/y": {"~": [["a"]]}}"#) == ["a"])
        #expect(try ids(#""/x""#, #"{"x": null}"#) == [])
    }

    @Test(arguments: [
        ("[]", "the answer must be an object, not an array"),
        (#"{"hits": {}}"#, "hits must be an array, not an object"),
        ("{}", "the answer has nothing at /hits, where the items should be"),
        (#"{"hits": [{"id": {}, "title": "A"}]}"#, "hits[0].id must be a string, a number or a boolean, not an object"),
        (
            #"{"hits": [{"id": 1, "title": ["A"]}]}"#,
            "hits[0].title must be a string, a number or a boolean, not an array"
        ),
        (#"{"hits": [3]}"#, "hits[0] must be an object or an array, not a number"),
        (#"{"hits": [], "found": "many"}"#, "found must be a whole number, not a string"),
        (#"{"hits": [], "found": {}}"#, "found must be a whole number, not an object"),
        ("", "something that is not JSON"),
    ])
    func aMalformedAnswerIsAnErrorThatNamesThePlace(_ body: String, _ message: String) throws {
        let docs = try SourceProbe(describing: #""total": "/found""#)
        let error = docs.page(body).error
        #expect(error?.kind == .decode)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func aRowWithoutAnIDOrATitleIsLeftOut() throws {
        let docs = try SourceProbe(describing: #""total": "/found""#)
        let page = try docs.page(
            #"{"hits": [{"id": 1}, {"title": "A"}, {"id": 2, "title": "B"}, {"id": null, "title": "C"}, {"id": 3, "title": ""}], "found": 5}"#
        ).get()
        #expect(page.items == [Item(id: "2", title: "B")] && page.total == 5)
        #expect(
            docs.page(#"{"hits": [{"id": 1}, {}]}"#).error?.message
                == "https://docs.test answered with 2 rows, none of which can be shown; about the first: it has no title: nothing is at /title"
        )
    }

    @Test func anEmptyStringIsNeitherATitleNorASuggestion() throws {
        let docs = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/", "query": {"q": {"$": "query"}}}, "items": "/hits",
                 "item": {"id": "/id", "title": {"at": "/title", "default": ""}}, "suggestion": "/meant"}
                """)
        let page = try docs.page(#"{"hits": [{"id": 1}, {"id": 2, "title": "B"}], "meant": ""}"#).get()
        #expect(page.items == [Item(id: "2", title: "B")] && page.suggestion == nil)
    }

    // MARK: Details

    @Test func aDetailIsReadLikeAnItem() throws {
        let docs = try SourceProbe(
            describing: """
                "detail": {"request": {"url": "https://docs.test/items/{id}"}, "at": "/document",
                    "item": {"id": "/id", "title": "/title", "url": "/url", "fields": {"n": "/n"}},
                    "text": "/body", "format": "markdown"}
                """)
        let body = ##"{"document": {"id": 7, "title": "T", "url": "u", "n": 3, "body": "# T"}}"##
        #expect(
            try docs.detail(body, id: "7").get()
                == Detail(id: "7", title: "T", text: "# T", format: .markdown, url: "u", fields: ["n": 3]))
        #expect(docs.detail(#"{"document": null}"#, id: "7").error?.isNoSuchItem == true)
        #expect(
            docs.detail(body, id: "8").error?.message
                == "https://docs.test answered wrongly: document is of the item \"7\", not of the requested one"
        )
        #expect(
            docs.detail(#"{"document": {"id": 7}}"#, id: "7").error?.message
                == "https://docs.test answered wrongly: document cannot be shown: it has no title: nothing is at /title"
        )
    }

    @Test func aDetailMayBeOneOfSeveralRowsAndHaveLines() throws {
        let docs = try SourceProbe(
            describing: """
                "detail": {"request": {"url": "https://docs.test/items", "query": {"id": {"$": "id"}}}, "items": "/hits",
                    "lines": {"Size": "/size", "Owner": "/owner/name", "Place": "/place"}}
                """)
        let body = #"{"hits": [{"id": 1, "title": "A"}, {"id": 2, "title": "B", "size": 3, "place": "x"}]}"#
        #expect(try docs.detail(body, id: "2").get() == Detail(id: "2", title: "B", text: "Size: 3\nPlace: x"))
        #expect(docs.detail(body, id: "3").error?.isNoSuchItem == true)
    }

    @Test func withoutARuleADetailIsWhatTheListShows() throws {
        let docs = try SourceProbe(describing: #""total": "/found""#)
        let item = Item(id: "1", title: "A", snippet: ["a ", "b"], url: "u", fields: ["n": 1])
        guard case .known(let result) = docs.source.detail(DetailRequest(id: "1", item: item)) else {
            Issue.record("a request is made")
            return
        }
        #expect(try result.get() == Detail(id: "1", title: "A", text: "a b", url: "u", fields: ["n": 1]))
        #expect(docs.detail(id: "1").error?.isNoSuchItem == true)
    }

    @Test(arguments: [
        (#"{"failed": 1}"#, true), (#"{"failed": 0}"#, false), ("{}", false), (#"{"failed": null}"#, false),
        (#"{"failed": true}"#, true), (#"{"failed": false}"#, false), (#"{"failed": []}"#, false),
        (#"{"failed": ["a"]}"#, true), (#"{"failed": "", "late": "yes"}"#, true), (#"{"late": {}}"#, false),
    ])
    func aFailedOrLateShardMakesThePagePartial(_ shards: String, _ isPartial: Bool) throws {
        let docs = try SourceProbe(describing: #""partial": ["/shards/failed", "/shards/late"]"#)
        let page = try docs.page(#"{"hits": [{"id": 1, "title": "A"}], "shards": \#(shards)}"#).get()
        #expect(page.isPartial == isPartial && page.items.count == 1)
        #expect(try docs.page(#"{"hits": [], "shards": \#(shards)}"#).get().isPartial == isPartial)
    }

    @Test func aSkippedPartialPageMakesTheResultPartial() throws {
        let docs = try SourceProbe(
            describing: #""partial": "/failed", "paging": {"by": "cursor", "from": "/next"}"#,
            query: #"{"$": "cursor"}"#)
        let (asked, result) = docs.following { number in
            number == 1
                ? #"{"hits": [{"id": 1}], "failed": 1, "next": 2}"# : #"{"hits": [{"id": 2, "title": "B"}]}"#
        }
        #expect(try asked == 2 && result.get().isPartial)
    }
}
