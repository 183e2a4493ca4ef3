import BuiltinSources
import HTTP
import JSON
import SearchSource
import SourceProbes
import Testing
import TestSupport

/// The shipped descriptions. Those of public services were never run live: the answers here are made up, following the
/// documentation that each description names.
@Suite struct ShippedTests {
    /// The settings that some of them need.
    static let needs: [String: [String: JSONValue]] = [
        "typesense": ["collection": "books"], "groonga": ["table": "Books"],
        "opensearch": ["index": "books", "uniqueField": "isbn"],
        "elasticsearch": ["index": "books", "uniqueField": "isbn"],
    ]

    func probe(
        _ name: String, _ settings: [String: JSONValue] = [:], variables: [String: String] = [:]
    ) throws -> SourceProbe {
        let type = try #require(SourceType.named(name))
        let all = (Self.needs[name] ?? [:]).merging(settings) { $1 }
        return SourceProbe(try type.make("mine", Settings(all, variables: variables)))
    }

    @Test func everyShippedDescriptionIsAvailableAndValid() throws {
        let names = SourceType.shipped.map(\.name)
        #expect(names.count == 10 && Set(names).count == 10)
        for type in SourceType.shipped {
            let info = try probe(type.name, variables: ["TYPESENSE_API_KEY": "k"]).source.info
            #expect(info.type == type.name && info.name == "mine" && info.title != "mine", "\(type.name)")
            #expect(info.missing.isEmpty && !type.isThereByItself && !type.summary.isEmpty, "\(type.name)")
            #expect(!info.title.utf8.contains(UInt8(ascii: "{")), "\(info.title)")
        }
        #expect(
            SourceType.shipped.filter { !$0.wasNeverTried }.map(\.name) == [
                "typesense", "opensearch", "elasticsearch", "groonga",
            ])
    }

    @Test func missingAndInvalidRequiredSettingsAreErrors() throws {
        for (name, settings) in Self.needs {
            let type = try #require(SourceType.named(name))
            for missing in settings.keys {
                var values = settings
                values[missing] = nil
                let error = #expect(throws: SettingError.self) { try type.make("mine", Settings(values)) }
                #expect(error?.setting == missing && error?.message == "is needed")
            }
            let first = try #require(settings.keys.sorted().first)
            for wrong in ["", "a/b", "a b", "{id}", "\u{e9}"] {
                let values = settings.merging([first: .string(wrong)]) { $1 }
                #expect(throws: SettingError.self, "\(wrong)") { try type.make("mine", Settings(values)) }
            }
        }
    }

    @Test func settingsOverrideTheShippedDescription() throws {
        let own = try probe(
            "typesense", ["title": "Mine", "servers": ["http://a.test", "http://b.test"], "textField": "body"],
            variables: ["TYPESENSE_API_KEY": "canary"])
        #expect(own.source.info.title == "Mine")
        let request = try own.request(query: "q")
        #expect(
            request.url
                == "http://a.test/collections/books/documents/search?q=q&query_by=title%2Ctext&page=1&per_page=20")
        #expect(request.headers["X-TYPESENSE-API-KEY"] == "canary" && request.secrets == ["canary"])
        let page = try own.page(
            #"{"found": 9, "hits": [{"document": {"id": "1", "title": "T", "body": "B"}, "highlight": {"body": {"snippet": "a <mark>b</mark>"}}}]}"#
        ).get()
        #expect(page.items == [Item(id: "1", title: "T", snippet: ["a ", "b"])] && page.total == 9)
        #expect(try probe("typesense").source.info.missing == ["TYPESENSE_API_KEY"])
        let type = try #require(SourceType.named("nominatim"))
        let error = #expect(throws: SettingError.self) { try type.make("mine", Settings(["concurrency": "99"])) }
        #expect(error?.setting == "concurrency")
    }

    @Test func repositoriesOnGitHub() throws {
        let github = try probe("github-repositories", variables: ["GITHUB_TOKEN": "canary"])
        let request = try github.request(query: "a b")
        #expect(request.url == "https://api.github.com/search/repositories?q=a%20b&per_page=20")
        #expect(request.headers["Authorization"] == "Bearer canary")
        #expect(try probe("github-repositories").request(query: "a").headers["Authorization"] == nil)
        let page = try github.page(
            #"""
            {"total_count": 40, "incomplete_results": true, "items": [{"id": 1, "full_name": "o/r", "html_url": "https://github.com/o/r",
             "description": null, "clone_url": "https://github.com/o/r.git", "language": "Swift", "stargazers_count": 3, "topics": ["a", "b"],
             "license": null, "pushed_at": "2026-01-01T00:00:00Z"}]}
            """#,
            headers: ["Link": #"<https://api.github.com/search/repositories?q=a&per_page=20&page=2>; rel="next""#]
        ).get()
        #expect(
            page.items == [
                Item(
                    id: "o/r", title: "o/r", url: "https://github.com/o/r", insert: "https://github.com/o/r.git",
                    kind: ItemKind(rawValue: "repository"),
                    fields: ["language": "Swift", "stars": 3, "topics": "a, b", "pushed": "2026-01-01T00:00:00Z"])
            ])
        #expect(page.isPartial && page.total == 40)
        #expect(
            try github.request(query: "a", cursor: page.next).url
                == "https://api.github.com/search/repositories?q=a&per_page=20&page=2")
        let spent: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999999"]
        let error = github.page(#"{"message": "API rate limit exceeded"}"#, status: 403, headers: spent).error
        #expect(error?.kind == .rateLimited && error?.message.hasSuffix("API rate limit exceeded") == true)
        let wrong = #"{"message": "Validation Failed", "errors": [{"message": "bad query"}]}"#
        #expect(github.page(wrong, status: 422).error?.message.hasSuffix(": bad query") == true)
    }

    @Test func issuesOnGitHub() throws {
        let github = try probe("github-issues")
        #expect(
            try github.request(query: "repo:a/b x").url
                == "https://api.github.com/search/issues?q=repo%3Aa%2Fb%20x%20is%3Aissue&per_page=20")
        let page = try github.page(
            #"""
            {"total_count": 1, "incomplete_results": false, "items": [{"id": 5, "number": 7, "title": "It crashes", "state": "open",
             "html_url": "https://github.com/a/b/issues/7", "user": {"login": "me"}, "labels": [{"name": "bug"}, {"name": "p1"}],
             "comments": 2, "updated_at": "2026-01-01T00:00:00Z", "body": "When\r\n I type"}]}
            """#
        ).get()
        #expect(page.items.first?.snippet == ["When I type"] && page.items.first?.fields["labels"] == "bug, p1")
        #expect(page.items.first?.fields["number"] == 7 && page.next == nil && !page.isPartial)
    }

    @Test func questionsOnStackExchange() throws {
        let stack = try probe("stack-exchange", ["site": "unix"])
        #expect(stack.source.info.title == "Stack Exchange (unix)" && stack.source.info.allowance?.requests == 300)
        let url = try stack.request(query: "pipe").url
        #expect(
            url
                == "https://api.stackexchange.com/2.3/search/advanced?q=pipe&site=unix&sort=relevance&order=desc&page=1&pagesize=20"
        )
        let hit = #"""
            {"question_id": 8, "title": "What&#39;s &lt;pipe&gt;?", "link": "https://unix.stackexchange.com/q/8", "score": -1,
             "answer_count": 2, "is_answered": true, "tags": ["pipe", "shell"], "owner": {"display_name": "A &amp; B"},
             "body": "<p>Say <code>a | b</code></p>"}
            """#
        let page = try stack.page(#"{"items": [\#(hit)], "has_more": true, "quota_remaining": 290}"#).get()
        #expect(page.items.first?.title == "What's <pipe>?" && page.items.first?.fields["by"] == "A & B")
        #expect(page.items.first?.fields["answered"] == true && page.items.first?.fields["tags"] == "pipe, shell")
        #expect(try stack.request(query: "pipe", cursor: page.next).url.contains("page=2&"))
        #expect(try stack.page(#"{"items": [\#(hit)], "has_more": false}"#).get().next == nil)
        #expect(
            try stack.request(detail: "8").url
                == "https://api.stackexchange.com/2.3/questions/8?site=unix&filter=withbody")
        #expect(try stack.detail(#"{"items": [\#(hit)]}"#, id: "8").get().text == "Say a | b")
        let spent = #"{"error_id": 502, "error_name": "throttle_violation", "error_message": "too many requests"}"#
        #expect(stack.page(spent, status: 400).error?.kind == .rateLimited)
    }

    @Test func storiesOnHackerNews() throws {
        let news = try probe("hacker-news")
        let request = try news.request(query: "swift").url
        #expect(request == "https://hn.algolia.com/api/v1/search?query=swift&tags=story&page=0&hitsPerPage=20")
        let page = try news.page(
            #"""
            {"nbHits": 50, "page": 0, "hits": [{"objectID": "9", "title": "Show HN", "url": null, "author": "a", "points": 5, "num_comments": 0,
             "created_at": "2026-01-01T00:00:00Z", "story_text": "x", "_highlightResult": {"story_text": {"value": "&quot;<em>Swift</em>&quot;"}}}]}
            """#
        ).get()
        #expect(
            page.items == [
                Item(
                    id: "9", title: "Show HN", snippet: ["\"", "Swift", "\""],
                    url: "https://news.ycombinator.com/item?id=9", kind: ItemKind(rawValue: "story"),
                    fields: ["points": 5, "comments": 0, "by": "a", "at": "2026-01-01T00:00:00Z"])
            ])
        #expect(try news.request(query: "swift", cursor: page.next).url.contains("page=1&"))
        let story =
            #"{"id": 9, "title": "Show HN", "author": "a", "points": 5, "url": null, "text": "<p>One</p>", "children": []}"#
        #expect(try news.detail(story, id: "9").get().text == "by: a\npoints: 5\ntext: One")
        #expect(news.detail("{}", id: "9", status: 404).error?.isNoSuchItem == true)
    }

    @Test func packagesOnCratesIO() throws {
        let crates = try probe("crates-io")
        #expect(crates.source.info.allowance == Allowance(requests: 1, per: .seconds(1)))
        #expect(crates.source.info.pacing.debounce == .seconds(1) && crates.source.info.concurrency == 1)
        #expect(try crates.request(query: "serde").url == "https://crates.io/api/v1/crates?q=serde&page=1&per_page=20")
        let serde = #"""
            {"id": "serde", "name": "serde", "description": "A\nframework", "max_stable_version": null, "max_version": "1.0.0",
             "downloads": 12, "updated_at": "2026-01-01T00:00:00Z", "documentation": "https://docs.rs/serde", "repository": null}
            """#
        let page = try crates.page(#"{"crates": [\#(serde)], "meta": {"total": 3, "next_page": "?page=2"}}"#).get()
        #expect(page.items.first?.url == "https://crates.io/crates/serde" && page.total == 3)
        #expect(page.items.first?.fields["version"] == "1.0.0" && page.next != nil)
        let detail = try crates.detail(#"{"crate": \#(serde), "versions": []}"#, id: "serde").get()
        #expect(
            detail.text
                == "about: A framework\nversion: 1.0.0\ndownloads: 12\ndocumentation: https://docs.rs/serde\nupdated: 2026-01-01T00:00:00Z"
        )
        let none = #"{"errors": [{"detail": "crate `x` does not exist"}]}"#
        #expect(crates.detail(none, id: "x", status: 404).error?.isNoSuchItem == true)
    }

    @Test func placesOnOpenStreetMap() throws {
        let map = try probe("nominatim")
        let info = map.source.info
        #expect(info.pacing.trigger == .submit, "its policy forbids a search while the user types")
        #expect(info.allowance == Allowance(requests: 1, per: .seconds(1)) && info.concurrency == 1)
        #expect(info.attribution?.contains("OpenStreetMap") == true)
        let url = try map.request(query: "東京", pageSize: 50).url
        #expect(url == "https://nominatim.openstreetmap.org/search?q=%E6%9D%B1%E4%BA%AC&format=jsonv2&limit=40")
        let page = try map.page(
            #"""
            [{"place_id": 4, "osm_type": "way", "osm_id": 5, "lat": "35.6", "lon": "139.7", "category": "man_made", "type": "tower",
              "name": "", "display_name": "Tokyo Tower, Minato"}]
            """#
        ).get()
        #expect(
            page.items == [
                Item(
                    id: "4", title: "Tokyo Tower, Minato", snippet: ["Tokyo Tower, Minato"],
                    url: "https://www.openstreetmap.org/way/5", kind: ItemKind(rawValue: "place"),
                    fields: ["latitude": "35.6", "longitude": "139.7", "category": "man_made", "type": "tower"])
            ])
        #expect(page.next == nil && map.page("[]").error == nil)
        #expect(
            map.page(#"{"error": {"code": 400, "message": "no"}}"#, status: 400).error?.message.hasSuffix(": no")
                == true)
    }
}
