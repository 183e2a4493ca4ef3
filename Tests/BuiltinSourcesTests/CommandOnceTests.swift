import JSON
import SearchSource
import SourceProbes
import Testing

@testable import BuiltinSources

/// `command`, run once: its output is kept and searched here. Nothing is run here.
@Suite struct CommandOnceTests {
    private func rows(_ texts: String..., end: ChildRows.End? = .exited(code: 0)) -> ChildRows {
        ChildRows(texts.map { Array($0.utf8) }, end: end)
    }

    /// A source that is run once and whose calls are answered with `answers`, one after the other.
    private final class Once {
        let source: any Source
        var answers: [ChildRows]
        private(set) var calls: [ChildCall] = []

        init(_ answers: [ChildRows], _ settings: [String: JSONValue] = ["argv": ["list"]]) throws {
            source = try SourceProbe("command", settings).source
            self.answers = answers
        }

        func done<Answer>(_ work: Work<Answer>) -> Result<Answer, SourceError> {
            switch work {
            case .known(let result): return result
            case .local(let then): return done(then { false })
            case .child(let call, let then):
                calls.append(call)
                return done(then(answers.isEmpty ? ChildRows([], end: .isGone) : answers.removeFirst()))
            default: return .failure(.givenUp)
            }
        }

        func page(_ query: String, isRefresh: Bool = false) -> Result<Page, SourceError> {
            var request = PageRequest(query: query)
            request.isRefresh = isRefresh
            return done(source.page(request))
        }
    }

    @Test func aProgramWhoseOutputIsNotKeptIsRunForEachQuery() throws {
        let once = try Once([rows("a1"), rows("a2"), rows("b")], ["argv": ["ps"], "keep": false])
        #expect(try once.page("a").get().items.map(\.title) == ["a1"])
        #expect(try once.page("a").get().items.map(\.title) == ["a2"])
        #expect(try once.done(once.source.detail(DetailRequest(id: "a2"))).get().title == "a2")
        #expect(once.calls.count == 2)
    }

    @Test func theResultsOfAnIncompleteRunArePartial() throws {
        let settings: [String: JSONValue] = ["argv": ["find"], "partial": 1]
        let once = try Once([rows("a", "ab", end: .exited(code: 1)), rows("a")], settings)
        #expect(try once.page("a").get().items.count == 2)
        // Whatever the query, missing rows might match it, until a run is complete.
        for query in ["a", "b", "c", ""] { #expect(try once.page(query).get().isPartial, "\(query)") }
        var request = PageRequest(query: "", pageSize: 1)
        request.cursor = try once.done(once.source.page(request)).get().next
        #expect(try once.done(once.source.page(request)).get().isPartial)
        #expect(try !once.page("a", isRefresh: true).get().isPartial)
        #expect(try Once([rows(end: .exited(code: 1))], settings).page("a").error != nil)
    }

    @Test func theOutputIsKeptAndSearchedWithoutRunningTheProgramAgain() throws {
        let once = try Once([rows("src/main_loop.c", "Makefile", end: nil), rows("main.c", "Makefile")])
        let page = try once.page("mc").get()
        #expect(page.items.map(\.title) == ["main.c", "src/main_loop.c"] && page.total == 2)
        #expect(page.items.first?.snippet == ["", "m", "ain.", "c"])
        #expect(once.calls.map(\.first) == [0, 2] && once.calls.allSatisfy { $0.run.isShared })
        #expect(try once.page("").get().items.map(\.id) == ["src/main_loop.c", "Makefile", "main.c", "Makefile#2"])
        #expect(once.calls.count == 2, "it is run once")
        #expect(try once.done(once.source.detail(DetailRequest(id: "Makefile#2"))).get().title == "Makefile")
        #expect(once.done(once.source.detail(DetailRequest(id: "x"))).error?.isNoSuchItem == true)
    }

    /// A row that is only a title takes no more memory than that; the item shown for it is the same.
    @Test func aRowThatIsOnlyATitleBecomesAnItemLikeAnyOther() throws {
        let action: JSONValue = ["name": "end", "title": "End it", "argv": ["kill", "{id}"]]
        let settings: [String: JSONValue] = ["argv": ["list"], "actions": [action]]
        let actions = [ItemAction(name: "end", title: "End it")]
        let items = try Once([rows("a", "a", "b\u{0}c\r")], settings).page("").get().items
        #expect(
            items == [
                Item(id: "a", title: "a", insert: "a", kind: .line, actions: actions),
                Item(id: "a#2", title: "a", insert: "a", kind: .line, actions: actions),
                Item(id: "b c", title: "b c", insert: "b\u{0}c", kind: .line, actions: actions),
            ])
        let records = try Once([rows(#"{"title": "a"}"#)], settings.merging(["format": "jsonl"]) { $1 })
        #expect(
            try records.page("").get().items == [Item(id: "a", title: "a", insert: "a", actions: actions)])
    }

    /// A full list lacks some of what was printed. (The large string is in memory only once.)
    @Test func aRowThatNoLongerFitsInTheListIsReported() throws {
        let description = try CommandDescription(JSONObject([("argv", ["list"])]), name: "command")
        let failures = CommandFailures(name: "command", description)
        let listing = CommandListing(of: try description.command(for: ""), description.reader, failures)
        let large = String(repeating: "x", count: 64 << 20)
        let given = (0..<7).map { GivenItem.item(Item(id: "\($0)", title: "item", insert: large)) }
        #expect(listing.list.take(given, appending: true).dropped == 0)
        #expect(listing.take([Array("a".utf8)], from: 0) == nil)
        #expect(listing.list.take([.item(Item(id: "7", title: "", insert: large))], appending: true).dropped == 1)
        let message = listing.take([Array("b".utf8)], from: 1)?.message
        #expect(message?.contains("prints more than 5000000 rows or 512 MiB") == true)
    }

    @Test func aRefreshRunsTheProgramAgainAndKeepsTheListIfItFails() throws {
        let once = try Once([rows("a"), rows("b"), rows(end: .exited(code: 1))])
        #expect(try once.page("").get().items.map(\.title) == ["a"])
        #expect(try once.page("", isRefresh: true).get().items.map(\.title) == ["b"])
        #expect(once.page("", isRefresh: true).error?.kind == .source)
        #expect(try once.page("").get().items.map(\.title) == ["b"])
        #expect(once.calls.count == 3)
    }

    @Test func afterAFailureTheNextSearchTriesAgain() throws {
        let once = try Once([rows("a", end: .timedOut), rows("b")])
        #expect(once.page("").error?.message.contains("; set command.timeoutMs higher") == true)
        #expect(try once.page("").get().items.map(\.title) == ["b"])
    }

    @Test func severalSearchesShareOneRun() throws {
        let source = try SourceProbe("command", ["argv": ["list"]]).source
        guard case .child(let first, let thenFirst) = source.page(PageRequest(query: "")),
            case .child(let second, let thenSecond) = source.page(PageRequest(query: "b"))
        else { throw SourceError(.internal, "nothing is run") }
        #expect(first.run === second.run && first.beginsPage && !second.beginsPage)
        // Both get the same rows, and one that has fallen behind continues where the other one is.
        guard case .local(let take) = thenFirst(rows("a", "b", end: nil)),
            case .child(let next, let thenNext) = take({ false }),
            case .local(let late) = thenSecond(rows(end: .isGone)), case .child(let caughtUp, _) = late({ false })
        else { throw SourceError(.internal, "no more rows are asked for") }
        #expect(next.first == 2 && caughtUp.first == 2 && caughtUp.run === first.run)
        guard case .local(let end) = thenNext(rows("c")), case .local(let search) = end({ false }),
            case .known(let result) = search({ false })
        else { throw SourceError(.internal, "no page") }
        #expect(try result.get().items.map(\.title) == ["a", "b", "c"])
    }

    @Test func aSearchAddsOnlyTheRowsThatAnotherHasNotYetRead() throws {
        let source = try SourceProbe("command", ["argv": ["list"]]).source
        guard case .child(_, let thenFirst) = source.page(PageRequest(query: "")),
            case .child(_, let thenSecond) = source.page(PageRequest(query: "")),
            case .local(let takeTwo) = thenFirst(rows("a", "b", end: nil)),
            case .local(let takeAll) = thenSecond(rows("a", "b", "c"))
        else { throw SourceError(.internal, "nothing is run") }
        _ = takeTwo { false }
        guard case .local(let search) = takeAll({ false }), case .known(let result) = search({ false }) else {
            throw SourceError(.internal, "no page")
        }
        #expect(try result.get().items.map(\.title) == ["a", "b", "c"])
    }

    @Test func afterAChangingActionTheNextSearchRunsTheProgramAgain() throws {
        let action: JSONValue = ["name": "kill", "title": "Kill", "argv": ["kill", "{id}"], "changes": true]
        let once = try Once(
            [rows("a", "b"), rows(), rows(end: .exited(code: 1)), rows("b"), rows("c")],
            ["argv": ["list"], "actions": [action]])
        let items = try once.page("").get().items
        _ = try once.done(once.source.perform(PerformRequest("kill", with: #require(items.first)))).get()
        #expect(once.page("").error?.kind == .source)
        #expect(try once.done(once.source.detail(DetailRequest(id: "a"))).get().title == "a", "it is still shown")
        #expect(try once.page("").get().items.map(\.title) == ["b"])
        #expect(try once.page("").get().items.map(\.title) == ["b"])
        #expect(once.calls.count == 4)
    }

    /// A run that began before an action changed what it prints.
    @Test func theOutputOfARunBegunBeforeAChangeIsNotKept() throws {
        let action: JSONValue = ["name": "kill", "title": "Kill", "argv": ["kill", "{id}"], "changes": true]
        let once = try Once([rows(), rows("b")], ["argv": ["list"], "actions": [action]])
        guard case .child(_, let then) = once.source.page(PageRequest(query: "")) else {
            throw SourceError(.internal, "nothing is run")
        }
        _ = try once.done(once.source.perform(PerformRequest("kill", with: Item(id: "a", title: "a")))).get()
        _ = once.done(then(rows("a", "b")))
        #expect(try once.page("").get().items.map(\.title) == ["b"])
    }

    @Test func aRunThatIsGoneIsStartedAgain() throws {
        let once = try Once([rows(end: .isGone), rows("a")])
        #expect(try once.page("").get().items.map(\.title) == ["a"])
        #expect(once.calls.count == 2 && once.calls[0].run !== once.calls[1].run)
        once.answers = [rows(end: .isGone), rows("b")]
        #expect(try once.page("", isRefresh: true).get().items.map(\.title) == ["b"])
    }
}
