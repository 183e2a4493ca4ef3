import Engine
import HTTP
import JSON
import SearchSource
import TestSupport
import Testing
import Unions

/// How the engine handles several sources at once, besides what the scenarios of rule 20 cover.
@Suite struct UnionTests {
    /// Takes all messages and returns the params of those with this method, with their times.
    func told(_ harness: EngineHarness, _ method: String) -> [(at: Int, params: JSONObject)] {
        var told: [(at: Int, params: JSONObject)] = []
        while let (at, message) = harness.takeMessage() {
            if message["method"]?.string == method { told.append((at, message["params"]?.object ?? JSONObject())) }
        }
        return told
    }

    func ids(_ params: JSONObject) -> [String] {
        params["items"]?.array?.compactMap { $0.object?["id"]?.string } ?? []
    }

    func page(_ ids: [String], next: String? = nil) -> Computed {
        .page(.success(Page(items: ids.map { Item(id: $0, title: $0) }, next: next.map { Cursor($0) })))
    }

    // MARK: openSession

    func call(_ harness: EngineHarness, _ source: JSONValue) -> JSONObject {
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "openSession", "params": ["source": source]])
        return harness.takeMessage()?.message ?? JSONObject()
    }

    @Test func aSessionCanBeOpenedOnSeveralSourcesByName() {
        let harness = EngineHarness([FakeSource(name: "a"), FakeSource(name: "b"), FakeSource(name: "c")])
        let opened = call(harness, ["c", "a"])["result"]?.object
        #expect(opened?["source"] == "c+a")
        let session = opened?["session"] ?? .null
        harness.send([
            "jsonrpc": "2.0", "method": "submit", "params": ["session": session, "query": "swift"],
        ])
        let asked = harness.asks.compactMap { if case .local(let job) = $0.fetch { job.source } else { nil } }
        #expect(asked == ["c", "a"])
        harness.finish(harness.asks[0].id, .computed(page(["1"])))
        harness.finish(harness.asks[1].id, .computed(page(["1"])))
        #expect(told(harness, "items").map { ids($0.params) } == [["c:1", "a:1"]])
    }

    @Test func invalidListsOfSourcesAreRefused() {
        let harness = EngineHarness([FakeSource(name: "a"), FakeSource(name: "b:c")])
        func error(_ source: JSONValue) -> String {
            let error = call(harness, source)["error"]?.object
            return "\(error?["code"]?.text ?? "") \(error?["message"]?.string ?? "")"
        }
        #expect(error(["a", "x"]) == #"-32002 Unknown source: "x"; there are a, b:c"#)
        #expect(error(["a", 1]) == "-32602 Invalid params: `source[1]` must be a string, not 1")
        #expect(error([]) == "-32602 Invalid params: `source`: must name at least one source")
        #expect(error(["a", "a"]) == "-32602 Invalid params: `source[1]`: `a` is named twice")
        #expect(
            error(["b:c"])
                == "-32602 Invalid params: `source[0]`: `b:c` cannot be part of a union: ids have a colon after the name"
        )
        #expect(error(7) == "-32602 Invalid params: `source` must be a string, or an array, not 7")
    }

    // MARK: Eight sources

    /// Returns a union of eight sources in which a search is running, and the ids of its requests. The tests let one
    /// source hang, one fail and one be slow.
    func eight() throws -> (harness: EngineHarness, asks: [FetchID]) {
        let blocks = (0..<8).map { FakeSource(name: "s\($0)") }
        let harness = EngineHarness(try UnionSource(blocks, name: "all"))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        return (harness, takeAsks(harness))
    }

    func takeAsks(_ harness: EngineHarness) -> [FetchID] {
        var asks: [FetchID] = []
        while let ask = harness.takeAsk() { asks.append(ask.id) }
        return asks
    }

    @Test func fastSourcesAreShownWithin130MillisecondsNeverMoveAndArePagedWhileOneHangs() throws {
        let (harness, asks) = try eight()
        #expect(asks.count == 8)
        // s2 hangs, s5 fails, s4 is slow; the others answer within 100 ms, the last ones first.
        for (place, at) in [(7, 5), (6, 10), (3, 40), (1, 60), (0, 100)] {
            harness.advance(to: at - 1)
            harness.finish(asks[place], .computed(page(["1", "2"], next: "2")))
            if place == 6 {
                harness.finish(asks[5], .computed(.page(.failure(SourceError(.offline, "gone", isRetryable: true)))))
            }
        }
        harness.advance(to: 1_000)
        let first = told(harness, "items")
        #expect(first.map(\.at) == [130])
        let shown = ["s0", "s1", "s3", "s6", "s7"].flatMap { ["\($0):1", "\($0):2"] }
        #expect(first.map { ids($0.params) } == [shown])

        harness.finish(asks[4], .computed(page(["1"])))
        harness.advance(to: 3_000)
        let later = told(harness, "items")
        // s4 comes after what is shown, and then the end of the page, which moves nothing either.
        #expect(later.map(\.at) == [1_030, 2_000])
        #expect(later.map { $0.params["from"] } == [10, 11])
        #expect(later.map { ids($0.params) } == [["s4:1"], []])
        let failed = later.last?.params["failed"]?.array?.compactMap(\.object) ?? []
        #expect(failed.map { $0["source"] } == ["s2", "s5"] && failed.map { $0["kind"] } == ["timeout", "offline"])

        for at in [3_000, 6_000] {
            harness.advance(to: at)
            harness.send(["jsonrpc": "2.0", "method": "reachedBottom"])
            let pages = takeAsks(harness)
            #expect(pages.count == 5, "neither the one that hangs, nor those that have failed or have no more")
            for id in pages { harness.finish(id, .computed(page(["\(at)"], next: "more"))) }
            harness.advance(to: at + 2_999)
            let items = told(harness, "items")
            #expect(items.map(\.at) == [at + 130])
            #expect(items.first.map { ids($0.params).count } == 5 && items.first?.params["from"] != 0)
        }
        #expect(harness.running.count == 1, "it still hangs")
    }

    @Test func aLateSourceThatFailsReportsItsErrorAndIsAskedAgainByTheNextRetry() throws {
        let harness = EngineHarness(try UnionSource([FakeSource(name: "a"), FakeSource(name: "b")], name: "all"))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        let asks = takeAsks(harness)
        harness.finish(asks[1], .computed(page(["1"])))
        harness.advance(to: 2_000)
        #expect(told(harness, "items").count == 2)
        // After a retry, a source that is late reports how it ends.
        harness.send(["jsonrpc": "2.0", "method": "retry"])
        #expect(takeAsks(harness).isEmpty, "it is waited for")
        harness.finish(asks[0], .computed(.page(.failure(SourceError(.http, "broken")))))
        let failed = told(harness, "items").last?.params["failed"]?.array?.compactMap(\.object) ?? []
        #expect(failed.map { $0["kind"] } == ["http"] && failed.map { $0["scope"] } == ["page"])
        harness.send(["jsonrpc": "2.0", "method": "retry"])
        let again = takeAsks(harness)
        #expect(again.count == 1)
        harness.finish(again[0], .computed(page(["2"])))
        #expect(told(harness, "items").map { ids($0.params) } == [["a:2"]])
    }

    @Test func aLateSourceIsAbandonedWhenItsSessionCloses() throws {
        let harness = EngineHarness(try UnionSource([FakeSource(name: "a"), FakeSource(name: "b")], name: "all"))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        let asks = takeAsks(harness)
        harness.finish(asks[1], .computed(page(["1"])))
        harness.advance(to: 2_000)
        #expect(harness.drops.isEmpty)
        harness.send(["jsonrpc": "2.0", "method": "closeSession", "params": ["session": "default"]])
        #expect(harness.drops.map(\.id) == [asks[0]] && harness.running.isEmpty)
    }

    @Test func anActionThroughAUnionRefreshesTheListsOfTheSourceThatPerformedIt() {
        let action = ItemAction(name: "end", title: "End")
        let sources = ["a", "b"].map { name in
            var source = FakeSource(name: name) { _ in
                .known(.success(Page(items: [Item(id: "1", title: name, actions: [action])])))
            }
            source.performWork = { _ in .known(.success(Performed(hasChanged: true))) }
            return source
        }
        let harness = EngineHarness(sources)
        for (session, source) in [("both", ["a", "b"] as JSONValue), ("own", "a"), ("other", "b")] {
            harness.send([
                "jsonrpc": "2.0", "method": "openSession", "params": ["session": .string(session), "source": source],
            ])
            harness.send([
                "jsonrpc": "2.0", "method": "submit", "params": ["session": .string(session), "query": "swift"],
            ])
        }
        harness.advance(to: 10)
        _ = harness.takeTexts()
        harness.send([
            "jsonrpc": "2.0", "method": "perform", "params": ["session": "both", "id": "a:1", "action": "end"],
        ])
        harness.advance(to: 20)
        let refreshed = told(harness, "loading").filter { $0.params["refreshing"] == true }
        #expect(refreshed.compactMap { $0.params["session"]?.string } == ["both", "own"])
    }

    @Test func theErrorOfEachSourceIsRedactedWithItsOwnSecretOnly() throws {
        let blocks = ["a", "b"].map { name in
            FakeSource(name: name) { _ in
                var request = HTTPRequest(url: "http://\(name).test/")
                request.secrets = ["key-of-\(name)"]
                return .http(request) { response in
                    .known(.failure(SourceError(status: response, from: "key-of-\(name) key-of-a")))
                }
            }
        }
        let harness = EngineHarness(try UnionSource(blocks, name: "all"))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        for id in takeAsks(harness) { harness.finish(id, .response(HTTPResponse(status: 401))) }
        let error = told(harness, "error").first?.params
        #expect(error?["source"] == "all" && error?["kind"] == "auth" && error?["httpStatus"] == 401)
        #expect(
            error?["message"]?.string
                == "a: [secret] [secret] answered with status 401: access refused; b: [secret] key-of-a answered with status "
                + "401: access refused")
    }

    // MARK: The longest pages

    /// Returns a union of three sources in which a search is running and each source has answered with 10,000 items.
    func full() throws -> EngineHarness {
        let harness = EngineHarness(try UnionSource(["a", "b", "c"].map { FakeSource(name: $0) }, name: "all"))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        finishFull(harness)
        return harness
    }

    func finishFull(_ harness: EngineHarness) {
        for ask in takeAsks(harness) { harness.finish(ask, .computed(page((0..<10_000).map { "\($0)" }))) }
    }

    /// Returns how many items of each source were reported at which time.
    func counts(_ harness: EngineHarness) -> [Int: [String: Int]] {
        told(harness, "items").reduce(into: [:]) { counts, message in
            for id in ids(message.params) { counts[message.at, default: [:]][String(id.prefix(1)), default: 0] += 1 }
        }
    }

    @Test func longPagesAreShownOneSourceAfterTheOther() throws {
        let harness = try full()
        #expect(counts(harness) == [0: ["a": 10_000]])
        harness.advance(to: 1_000)
        #expect(counts(harness) == [10: ["b": 10_000], 20: ["c": 10_000]])
    }

    /// Adapting a long page takes long: it is done off the loop, and other sessions have their turn in the meantime.
    @Test func aLongPageIsAdaptedOffTheLoop() throws {
        let harness = EngineHarness(try UnionSource([FakeSource(name: "a"), FakeSource(name: "b")], name: "all"))
        harness.holdsAside = true
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        let asks = takeAsks(harness)
        harness.finish(asks[0], .computed(page((0..<2000).map { "\($0)" })))
        harness.finish(asks[1], .computed(page(["short"])))
        harness.advance(to: 200)
        #expect(told(harness, "items").map { ids($0.params) } == [["b:short"]])
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "listSources"])
        #expect(harness.takeMessage()?.message["id"] == 1)
        #expect(harness.finishAside() && !harness.finishAside())
        let last = told(harness, "items").last?.params
        #expect(last.map(ids)?.first == "a:0" && last?["from"] == 1 && last?["count"] == 2001)
    }

    @Test func aLongPageOfAnOlderSearchIsNotShownOnceItIsAdapted() throws {
        let harness = EngineHarness(try UnionSource([FakeSource(name: "a"), FakeSource(name: "b")], name: "all"))
        harness.holdsAside = true
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        for ask in takeAsks(harness) { harness.finish(ask, .computed(page((0..<2000).map { "\($0)" }))) }
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "rust"]])
        for ask in takeAsks(harness) { harness.finish(ask, .computed(page(["rust"]))) }
        while harness.finishAside() {}
        harness.advance(to: 3_000)
        let lists = told(harness, "items").map(\.params)
        #expect(lists.map(ids) == [["a:rust", "b:rust"]] && lists.first?["query"] == "rust")
    }

    @Test func aRefreshIsShownAllAtOnce() throws {
        let harness = try full()
        harness.advance(to: 1_000)
        _ = counts(harness)
        harness.send(["jsonrpc": "2.0", "method": "refresh"])
        finishFull(harness)
        harness.advance(to: 1_019)
        #expect(counts(harness) == [:])
        harness.advance(to: 2_000)
        #expect(counts(harness) == [1_020: ["a": 10_000, "b": 10_000, "c": 10_000]])
    }

    @Test func resultsNotYetShownAreDroppedWhenTheirSearchIsSuperseded() throws {
        let harness = try full()
        _ = counts(harness)
        harness.advance(to: 5)
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "rust"]])
        harness.finish(takeAsks(harness)[1], .computed(page(["rust"])))
        harness.advance(to: 1_000)
        let lists = told(harness, "items").map(\.params)
        #expect(lists.map { $0["query"] } == ["swift", "rust"])
        #expect(lists.map(ids) == [[], ["b:rust"]])
        #expect(lists.first?["count"] == 10_000 && lists.first?["partial"] == true)
    }

    @Test func theResultsOfACancelledRefreshAreDropped() throws {
        let harness = try full()
        harness.advance(to: 1_000)
        harness.send(["jsonrpc": "2.0", "method": "refresh"])
        finishFull(harness)
        harness.advance(to: 1_015)
        harness.send(["jsonrpc": "2.0", "method": "cancel"])
        harness.advance(to: 2_000)
        _ = counts(harness)
        harness.send(["jsonrpc": "2.0", "method": "refresh"])
        for ask in takeAsks(harness) { harness.finish(ask, .computed(page(["new"]))) }
        harness.advance(to: 3_000)
        #expect(told(harness, "items").flatMap { ids($0.params) } == ["a:new", "b:new", "c:new"])
    }

    // MARK: Records

    /// Plays a client's half of a session on a union of two sources, of which one answers and one fails.
    func play(_ harness: EngineHarness) -> [String] {
        func answer(_ index: Int, _ computed: Computed) {
            if harness.asks.count > index { harness.finish(harness.asks[index].id, .computed(computed)) }
        }
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        harness.advance(to: 20)
        answer(0, page(["1"], next: "1"))
        harness.advance(to: 300)
        answer(1, .page(.failure(SourceError(.offline, "gone", isRetryable: true))))
        harness.advance(to: 400)
        harness.send(["jsonrpc": "2.0", "method": "retry"])
        harness.advance(to: 410)
        answer(2, page(["7"]))
        harness.advance(to: 500)
        harness.send(["jsonrpc": "2.0", "method": "reachedBottom"])
        harness.advance(to: 510)
        answer(3, page(["2"]))
        harness.advance(to: 600)
        return harness.takeTexts()
    }

    @Test func aRecordedUnionIsReplayedWithoutAskingItsSources() throws {
        let union = try UnionSource([FakeSource(name: "a"), FakeSource(name: "b")], name: "all")
        let recording = EngineHarness(
            SearchEngine.Configuration(sources: [union], defaultSource: "all", isRecording: true, version: "test"))
        let messages = play(recording)
        #expect(recording.asks.count == 4 && messages.contains { $0.contains("b:7") })
        let replay = try Replay(Array(recording.record.joined(separator: [0x0A])))
        let harness = EngineHarness(
            SearchEngine.Configuration(sources: [union], defaultSource: "all", replay: replay, version: "test"))
        #expect(play(harness) == messages && harness.asks.isEmpty)
    }
}
