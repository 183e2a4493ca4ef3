import BuiltinSources
import JSON
import SearchSource
import SourceProbes
import Testing

/// `http`: what can be wrong with a description, reported with its place, what is expected and what may have been
/// meant.
@Suite struct HTTPDescriptionTests {
    /// Returns the first fault in a description with these members, which replace or extend the required ones.
    func complaint(_ changed: String) throws -> String? { try complaints(changed).first }

    /// Returns all faults in it.
    func complaints(_ changed: String) throws -> [String] {
        let whole = """
            {"request": {"url": "https://docs.test/", "query": {"q": {"$": "query"}}}, "items": "/hits",
             "item": {"id": "/id", "title": "/title"}}
            """
        guard case .object(var members) = try JSONParser.parse(Array(whole.utf8)),
            case .object(let changes) = try JSONParser.parse(Array("{\(changed)}".utf8))
        else { return [] }
        for (name, value) in changes.members { members[name] = value }
        do throws(SettingError) {
            _ = try SourceType.http.make("docs", Settings(describing: members, variables: ["SPACED": "a b"]))
            return []
        } catch {
            return ([error] + error.others).map { ([.member($0.setting)] + $0.path).words + ": " + $0.message }
        }
    }

    static let url = #""https://docs.test/""#
    static let query = #""query": {"q": {"$": "query"}}"#

    @Test(arguments: [
        (#""request": 3"#, "request: must be an object, not 3"),
        (#""request": {}"#, "request: needs a member `url`"),
        (
            #""request": {"url": \#(url), "qeury": {}}"#,
            "request.qeury: there is no such member; is `query` meant? The possible ones are method, url, query, headers, body"
        ),
        (
            #""request": {"url": \#(url)}"#,
            #"request: needs {"$": "query"} somewhere, or {query} in its URL, to say what is searched for"#
        ),
        (
            #""request": {"url": "docs.test", \#(query)}"#,
            #"request.url: must be a URL that begins with http:// or https://, not "docs.test""#
        ),
        (
            #""request": {"url": "file:///etc/passwd", \#(query)}"#,
            #"request.url: must be a URL that begins with http:// or https://, not "file:///etc/passwd""#
        ),
        (
            #""request": {"url": "https://a.test/ b", \#(query)}"#,
            #"request.url: must be a URL of ASCII without spaces: other characters are percent-encoded, not "https://a.test/ b""#
        ),
        (
            #""request": {"url": "https://a.test/?q=x"}"#,
            "request.url: must not contain `?`: what follows a `?` goes into `query`"
        ),
        (
            #""request": {"url": "https://{query}/", \#(query)}"#,
            "request.url: must name its server in full: there can be no braces before the path"
        ),
        (
            #""request": {"url": "https://a.test{query}", \#(query)}"#,
            "request.url: must name its server in full: there can be no braces before the path"
        ),
        (
            #""request": {"url": "https:///x", \#(query)}"#,
            "request.url: must name its server in full: there can be no braces before the path"
        ),
        (#""request": {"url": "https://a.test/{+query}"}"#, "request.url: must not have a `+` after a `{`"),
        (
            #""request": {"url": "https://a.test/{qurey}"}"#,
            "request.url: has {qurey} in it; the possible names are {query}, {limit}"
        ),
        (#""request": {"url": "https://a.test/{query"}"#, "request.url: has a `{` without a `}`"),
        (
            #""request": {"url": "https://me:secret@a.test/", \#(query)}"#,
            #"request.url: must not contain a user name or a password: send them in `headers`, as {"env": "NAME"}"#
        ),
        (
            #""request": {"url": \#(url), "method": "get", \#(query)}"#,
            #"request.method: must be `GET` or `POST`, not "get"; is `GET` meant?"#
        ),
        (
            #""request": {"url": \#(url), "method": "GET", \#(query), "body": {}}"#,
            "request.body: is only allowed with the method POST"
        ),
        (
            #""request": {"url": \#(url), "query": {"q": {"$": "qury"}}}"#,
            #"request.query.q.$: must be `query` or `limit`, not "qury"; is `query` meant?"#
        ),
        (
            #""request": {"url": \#(url), "query": {"q": {"$": "query", "max": 1}}}"#,
            "request.query.q.max: is only allowed with `limit`"
        ),
        (
            #""request": {"url": \#(url), "query": {"q": {"$": "limit", "omitEmpty": true}}}"#,
            "request.query.q.omitEmpty: is only allowed with `query`"
        ),
        (
            #""request": {"url": \#(url), "query": {"q": null}}"#,
            #"request.query.q: must be a string, a number, a boolean, {"$": "query"}, {"env": "NAME"} or {"join": […]}, not null"#
        ),
        (
            #""request": {"url": \#(url), "query": {"q": {"$": "query"}, "api_key": "abc"}}"#,
            #"request.query.api_key: must be {"env": "NAME"}: a key does not belong in a file that others may read"#
        ),
        (
            #""request": {"url": \#(url), \#(query), "headers": {"Authorization": {"join": ["Bearer ", "abc"]}}}"#,
            #"request.headers.Authorization: must be {"env": "NAME"}: a key does not belong in a file that others may read"#
        ),
        (
            #""request": {"url": \#(url), \#(query), "headers": {"Host": "x"}}"#,
            "request.headers.Host: is not a valid name of a header"
        ),
        (
            #""request": {"url": \#(url), \#(query), "headers": {"X-Two": "a\nX-Evil: b"}}"#,
            "request.headers.X-Two: must be one line: a header cannot contain a line end or a NUL"
        ),
        (
            #""request": {"url": \#(url), \#(query), "headers": {"X-Two": {"join": ["a", {"$": "query"}, "\r"]}}}"#,
            "request.headers.X-Two: must be one line: a header cannot contain a line end or a NUL"
        ),
        (
            #""request": {"url": \#(url), \#(query), "headers": {"a b": "x"}}"#,
            "request.headers.a b: is not a valid name of a header"
        ),
        (
            #""request": {"url": \#(url), "query": {"q": {"$": "query"}, "k": {"env": "a-b"}}}"#,
            #"request.query.k.env: must be the name of an environment variable: letters, digits and `_`, not "a-b""#
        ),
        (
            #""request": {"url": \#(url), "query": {"q": {"$": "query"}, "k": {"env": "SPACED"}}}"#,
            "request.query.k.env: $SPACED must consist of ASCII letters, digits and signs, without spaces"
        ),
    ])
    func aFaultInARequestIsReportedWithItsPlace(_ changed: String, _ expected: String) throws {
        #expect(try complaint(changed) == expected)
    }

    @Test(arguments: [
        (
            #""items": "hits""#,
            #"items: must be a JSON Pointer (RFC 6901): `/` in front of each name, as in `/hits/0/title`, not "hits"; is `/hits` meant?"#
        ),
        (#""items": ["/a", "/~2"]"#, "items[1]: has a `~` that is not `~0` (which stands for `~`) nor `~1` (for `/`)"),
        (#""items": []"#, "items: must not be empty"),
        (#""items": {"at": "/a", "skip": -1}"#, "items.skip: must be a whole number from 0 to 1000, not -1"),
        (
            #""items": 7"#,
            "items: must be a JSON Pointer (RFC 6901): `/` in front of each name, as in `/hits/0/title`, not 7"
        ),
        (#""item": {"title": "/t"}"#, "item: needs a member `id`"),
        (
            #""item": {"id": "/id", "title": "/t", "ulr": "/u"}"#,
            "item.ulr: there is no such member; is `url` meant? The possible ones are id, title, snippet, url, image, insert, kind, fields"
        ),
        (
            #""item": {"id": "/id", "title": "/t", "kind": "/k"}"#,
            "item.kind: must be the same for all items: a word like `article`, not a pointer"
        ),
        (#""item": {"id": "/id", "title": {"at": "/t", "join": ","}}"#, "item.title.join: is only allowed with `each`"),
        (#""item": {"id": "/id", "title": {"at": "/t", "as": "html"}}"#, #"item.title.as: must be `text`, not "html""#),
        (
            #""item": {"id": "/id", "title": "/t", "snippet": {"at": "/s", "highlight": ["<em>"]}}"#,
            #"item.snippet.highlight: must be what stands before and after a match, as in ["<em>", "</em>"], not an array"#
        ),
        (
            #""item": {"id": "/id", "title": "/t", "snippet": {"at": "/s", "highlight": ["<em>", ""]}}"#,
            "item.snippet.highlight[1]: must have 1 to 64 bytes"
        ),
        (
            #""item": {"id": "/id", "title": "/t", "url": "https://a.test/{id}"}"#,
            #"item.url: must be a JSON Pointer (RFC 6901): `/` in front of each name, as in `/hits/0/title`, not "id"; is `/id` meant?"#
        ),
        (#""detail": {"text": "/b"}"#, "detail: needs a member `request`"),
        (
            #""detail": {"request": {"url": \#(url)}, "text": "/b"}"#,
            #"detail.request: needs {id} in its URL, or {"$": "id"}, to say which item is wanted"#
        ),
        (
            #""detail": {"request": {"url": "https://a.test/{id}"}}"#,
            "detail: needs `text`, a pointer, or `lines`, an object of labels and pointers, but not both"
        ),
        (
            #""detail": {"request": {"url": "https://a.test/{id}"}, "text": "/b", "format": "html"}"#,
            #"detail.format: must be `plain` or `markdown` or `diff` or `code`, not "html""#
        ),
        (
            #""detail": {"request": {"url": "https://a.test/{id}"}, "text": "/b", "at": "", "items": ""}"#,
            "detail.items: is not allowed with `at`"
        ),
    ])
    func aFaultInWhatIsReadFromAnAnswerIsReportedWithItsPlace(_ changed: String, _ expected: String) throws {
        #expect(try complaint(changed) == expected)
    }

    @Test(arguments: [
        (#""paging": {}"#, "paging: needs a member `by`"),
        (
            #""paging": {"by": "offest"}"#,
            #"paging.by: must be `offset` or `page` or `cursor` or `link` or `merge` or `last`, not "offest"; is `offset` meant?"#
        ),
        (
            #""paging": {"by": "page"}"#,
            #"paging: pages by `page`, but the request has no {"$": "page"}, so each page would be the first"#
        ),
        (
            #""request": {"url": "https://docs.test/", "body": [{"$": "query"}]}, "paging": {"by": "merge", "from": "/next"}"#,
            "paging: pages by `merge`, but the body of the request is not an object, so nothing can be merged into it"
        ),
        (#""paging": {"by": "cursor"}"#, "paging: needs a member `from`"),
        (#""paging": {"by": "link", "from": "/x"}"#, "paging.from: is not allowed with paging by `link`"),
        (#""paging": {"by": "link", "max": 1}"#, "paging.max: is only allowed with paging by `offset` or `page`"),
        (#""paging": {"by": "link", "first": 1}"#, "paging.first: is not allowed with paging by `link`"),
        (
            #""paging": {"by": "cursor", "from": "/x", "sendOnFirst": true}"#,
            "paging.sendOnFirst: needs `first`, to say what is sent"
        ),
        (
            #""paging": {"by": "page", "first": "1"}"#,
            #"paging.first: must be a whole number from 0 to 1000000, not "1""#
        ),
        (
            #""paging": {"by": "page", "empty": "next"}"#,
            "paging.empty: must be `end` with paging by `offset` or `page`: nothing else would end it"
        ),
        (#""errors": {}"#, "errors: must be an array, not an object"),
        (
            #""errors": [{"means": "auth"}]"#,
            "errors[0]: must say which answers it is for, by `status`, `at` or `header`"
        ),
        (#""errors": [{"status": 99}]"#, "errors[0].status: must be a whole number from 100 to 599, not 99"),
        (#""errors": [{"status": 404.5}]"#, "errors[0].status: must be a whole number from 100 to 599, not 404.5"),
        (#""errors": [{"status": 1e400}]"#, "errors[0].status: must be a whole number from 100 to 599, not 1e400"),
        (
            #""errors": [{"status": 404, "is": 1}]"#,
            "errors[0].is: is only allowed with either `at` or `header`, not both"
        ),
        (
            #""errors": [{"status": 404, "means": "noResult"}]"#,
            #"errors[0].means: must be `noResults` or `noSuchItem` or `offline` or `timeout` or `http` or `rateLimited` or `decode` or `auth` or `config` or `source` or `internal`, not "noResult"; is `noResults` meant?"#
        ),
        (
            #""budget": {}"#,
            "budget: needs `requests` and `perSeconds`, or the names of headers: `remaining` and `reset`"
        ),
        (#""budget": {"requests": 5}"#, "budget.requests: needs `perSeconds` too"),
        (
            #""budget": {"requests": 0, "perSeconds": 1}"#,
            "budget.requests: must be a whole number from 1 to 1000000, not 0"
        ),
        (
            #""options": {"minLenght": 1}"#,
            "options.minLenght: there is no such member; is `minLength` meant? The possible ones are"
        ),
        (#""options": {"minLength": "1"}"#, #"options.minLength: must be a whole number from 0 to 1000, not "1""#),
    ])
    func aFaultInPagingErrorsBudgetOrOptionsIsReportedWithItsPlace(_ changed: String, _ expected: String) throws {
        let complaint = try complaint(changed) ?? ""
        #expect(expected.hasSuffix("The possible ones are") ? complaint.hasPrefix(expected) : complaint == expected)
    }
}
