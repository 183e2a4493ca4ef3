import Engine
import HTTP
import JSON
import SearchSource
import Testing
import TestSupport

/// Forms of work other than the plain ones that all other tests use: a second step, several at once, and answers that
/// are read off the loop.
@Suite struct WorkTests {
    static func harness(_ work: @escaping @Sendable (PageRequest) -> Work<Page>) -> EngineHarness {
        let harness = EngineHarness([FakeSource(work: work)])
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        return harness
    }

    static func page(_ id: String) -> Result<Page, SourceError> { .success(Page(items: [Item(id: id, title: id)])) }

    /// Takes all messages; returns the ids in each `items`, and the kind and message of each `error`.
    func told(_ harness: EngineHarness) -> [String] {
        var told: [String] = []
        while let (_, message) = harness.takeMessage() {
            let params = message["params"]?.object
            switch message["method"]?.string {
            case "items": told.append(params?["items"]?.array?.compactMap { $0.object?["id"]?.string }.joined() ?? "")
            case "error": told.append("\(params?["kind"]?.string ?? ""): \(params?["message"]?.string ?? "")")
            default: break
            }
        }
        return told
    }

    @Test func theSecondStepIsMadeFromTheAnswerToTheFirst() {
        let harness = Self.harness { _ in
            .http(HTTPRequest(url: "http://a.test/pit")) { response in
                .http(HTTPRequest(url: "http://a.test/search?pit=\(response.status)")) { _ in .known(Self.page("1")) }
            }
        }
        #expect(harness.takeAsk()?.fetch == .http(HTTPRequest(url: "http://a.test/pit"), concurrency: 4))
        harness.finish(FetchID(1), .response(HTTPResponse(status: 201)))
        #expect(harness.takeAsk()?.fetch == .http(HTTPRequest(url: "http://a.test/search?pit=201"), concurrency: 4))
        #expect(told(harness) == [])
        harness.finish(FetchID(2), .response(HTTPResponse(status: 200)))
        #expect(told(harness) == ["1"])
    }

    /// Returns an engine with a page from an answer that is large enough to be read off the loop.
    func large(_ page: Page) -> EngineHarness {
        let harness = Self.harness { _ in .http(HTTPRequest(url: "http://a.test")) { _ in .known(.success(page)) } }
        harness.finish(FetchID(1), .response(HTTPResponse(status: 200, body: Array(repeating: 0, count: 1 << 17))))
        guard case .local(let job)? = harness.running[FetchID(2)] else { return harness }
        harness.finish(FetchID(2), .computed(job.compute { false }))
        return harness
    }

    @Test func anAnswerThatTakesManyReadingsIsReadOffTheLoopAndRetriedIfItFailsTransiently() {
        var source = FakeSource { _ in
            .http(HTTPRequest(url: "http://a.test")) { .known(.failure(.init(status: $0, from: "a"))) }
        }
        source.info.readings = 64
        let harness = EngineHarness([source])
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
        harness.finish(FetchID(1), .response(HTTPResponse(status: 503, body: Array(repeating: 0, count: 1025))))
        guard case .local(let job)? = harness.running[FetchID(2)] else {
            Issue.record("it is read on the loop")
            return
        }
        harness.finish(FetchID(2), .computed(job.compute { false }))
        harness.advance(to: 1_000)
        // The pause had an id too.
        #expect(harness.running[FetchID(4)] == .http(HTTPRequest(url: "http://a.test"), concurrency: 4))
        harness.finish(FetchID(4), .response(HTTPResponse(status: 500, body: Array(repeating: 0, count: 1024))))
        #expect(told(harness).last?.hasPrefix("http: ") == true)
    }

    @Test func overlongTextsAreCutAt64KiBWithAnEllipsis() {
        let long = String(repeating: "é", count: 1 << 16)
        let item = Item(id: "1", title: "a" + long, snippet: ["a", "b" + long, "c"], fields: ["f": .text(long)])
        let harness = large(Page(items: [item, Item(id: "2", title: "short")]))
        var items: [JSONValue] = []
        while let (_, message) = harness.takeMessage() { items += message["params"]?.object?["items"]?.array ?? [] }
        #expect(items.map { $0.object?["id"] } == ["1", "2"] && items[1].object?["title"] == "short")
        // 1 + 2 × 32,767 bytes are all that fits, and the ellipsis takes three more.
        let title = items[0].object?["title"]?.string ?? ""
        #expect(title.utf8.count == 65_538 && title.hasPrefix("aé") && title.hasSuffix("é…"))
        let parts = items[0].object?["snippet"]?.array?.compactMap(\.string) ?? []
        #expect(parts.map(\.utf8.count) == [1, 65_538] && parts.last?.hasSuffix("é…") == true)
        #expect(items[0].object?["fields"]?.object?["f"]?.string?.utf8.count == (1 << 16) + 3)
    }

    @Test(
        arguments: [
            ("a\nb", 1...2, 1...2), ("a\nb", 2...2, 2...2), ("a\nb", 2...60, 2...2), ("a\nb", 3...60, nil),
            ("", 1...1, 1...1),
            ("a\nb\n", 3...3, 3...3), (String(repeating: "x\n", count: 1 << 20), 524_289...524_290, 524_289...524_289),
            (String(repeating: "x\n", count: 1 << 20), 524_290...524_290, nil),
        ] as [(String, ClosedRange<Int>, ClosedRange<Int>?)])
    func theRangeOfADetailIsWithinItsText(text: String, sent: ClosedRange<Int>, shown: ClosedRange<Int>?) {
        var source = FakeSource()
        source.detailWork = { .known(.success(Detail(id: $0.id, title: "", text: text, range: sent))) }
        let harness = EngineHarness([source])
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "openDetail", "params": ["id": "a"]])
        let result = harness.messages.compactMap { $0.message["result"]?.object }.first
        #expect(result != nil)
        let range = result?["range"]?.object
        #expect(range?["first"]?.integer == shown?.lowerBound && range?["last"]?.integer == shown?.upperBound)
    }

    @Test func overlongTextsAreCutWhateverKindOfWorkTheyComeFrom() {
        let page = Page(items: [Item(id: "1", title: String(repeating: "x", count: 1 << 20))])
        let call = ChildCall(ProgramRun(Command(["x"])), from: 0, atMost: 1, beginsPage: true)
        let works: [Work<Page>] = [
            .local { _ in .known(.success(page)) },
            .local { _ in .parts(page, rest: .known(.success(Page(items: [])))) },
            .child(call) { _ in .known(.success(page)) },
            .http(HTTPRequest(url: "http://a.test/")) { _ in .known(.success(page)) },
        ]
        for work in works {
            let harness = Self.harness { _ in work }
            switch harness.running[FetchID(1)] {
            case .local(let job): harness.finish(FetchID(1), .computed(job.compute { false }))
            case .http:
                let body = [UInt8](repeating: 0x20, count: 10_001)
                harness.finish(FetchID(1), .response(HTTPResponse(status: 200, body: body)))
            default: harness.finish(FetchID(1), .rows(ChildRows([])))
            }
            var titles: [String] = []
            while let (_, message) = harness.takeMessage() {
                titles += message["params"]?.object?["items"]?.array?.compactMap { $0.object?["title"]?.string } ?? []
            }
            #expect(titles.map(\.utf8.count) == [(1 << 16) + 3])
        }
    }

    @Test func overlongValuesThatAreUselessWhenCutAreLeftOut() {
        let (long, endless) = (String(repeating: "x", count: 65_537), String(repeating: "x", count: (1 << 20) + 1))
        let action = ItemAction(name: long, title: "long")
        let item = Item(
            id: long, title: "", url: long, image: long, insert: String(endless.dropLast()),
            location: Location(path: long), actions: [action, ItemAction(name: "open", title: "Open")],
            fields: [long: 1, "f": 2])
        let others = [Item(id: endless, title: ""), Item(id: "3", title: "", insert: endless)]
        let harness = large(Page(items: [item] + others + [Item(id: "4", title: "")]))
        var items: [JSONObject] = []
        while let (_, message) = harness.takeMessage() {
            items += message["params"]?.object?["items"]?.array?.compactMap(\.object) ?? []
        }
        #expect(items.map { $0["id"] } == [.string(long), "4"])
        #expect(["url", "image", "location"].allSatisfy { items[0][$0] == nil || items[0][$0] == .null })
        #expect(items[0]["insert"]?.string?.utf8.count == 1 << 20)
        #expect(items[0]["actions"]?.array?.map { $0.object?["name"] } == ["open"])
        #expect(items[0]["fields"] == ["f": 2])
    }

    /// Of each pair of a scalar and its size as written, an insert of 1 MiB has room, and one of a scalar more has not.
    @Test(arguments: [
        ("€", 3), ("©", 2), ("\u{80}", 2), ("—", 3), ("中", 3), ("\u{2027}", 3), ("\u{85}", 6), ("\u{2028}", 6),
        ("\u{2029}", 6), ("\"", 2), ("\n", 2), ("\u{1}", 6),
    ])
    func theSizeOfAnInsertIsThatInTheMessage(scalar: String, size: Int) {
        let count = (1 << 20) / size
        let items = [count, count + 1].map {
            Item(id: "\($0)", title: "", insert: String(repeating: scalar, count: $0))
        }
        let harness = large(Page(items: items))
        let shown = harness.messages.flatMap { $0.message["params"]?.object?["items"]?.array ?? [] }
        #expect(shown.map { $0.object?["id"] } == [.string("\(count)")])
    }

    @Test func aFieldForWhichThereIsNoRoomLeavesItForTheNextOnes() {
        var fields = Fields(minimumCapacity: 17)
        for number in 0..<16 { fields.add(named: "f\(number)", .text(String(repeating: "x", count: 1 << 16))) }
        fields.add(named: "small", .boolean(true))
        let harness = large(Page(items: [Item(id: "1", title: "", fields: fields)]))
        let shown = harness.messages.compactMap { $0.message["params"]?.object?["items"]?.array?.first }
        let names = shown.first?.object?["fields"]?.object?.members.map(\.name)
        #expect(names == (0..<15).map { "f\($0)" } + ["small"])
    }

    @Test func aPageOfMoreThan10000ItemsIsAnError() {
        let items = (0...10_000).map { Item(id: "\($0)", title: "") }
        #expect(
            told(large(Page(items: items))) == ["decode: The answer has 10001 items; at most 10000 are taken at once"])
        #expect(told(large(Page(items: Array(items.dropLast())))).count > 1)
    }

    /// Comparing them as text would take the second one for the first.
    @Test func secretsThatDifferOnlyInTheirBytesAreBothWithheld() {
        let secrets = ["caf\u{E9}-key", "cafe\u{301}-key"]
        func request(_ step: Int) -> HTTPRequest {
            var request = HTTPRequest(url: "http://a.test/\(step)")
            request.secrets = [secrets[step]]
            return request
        }
        let (first, second) = (request(0), request(1))
        let page = Page(items: [Item(id: "1", title: secrets.joined(separator: " "))])
        let harness = Self.harness { _ in
            .http(first) { _ in .http(second) { _ in .known(.success(page)) } }
        }
        for id in 1...2 { harness.finish(FetchID(id), .response(HTTPResponse(status: 200))) }
        let shown = harness.messages.flatMap { $0.message["params"]?.object?["items"]?.array ?? [] }
        #expect(shown.map { $0.object?["title"] } == ["[secret] [secret]"])
    }

    @Test func aStepThatFailsTransientlyIsRetriedAloneNotFromTheFirstStep() {
        let harness = Self.harness { _ in
            .http(HTTPRequest(url: "http://a.test/1")) { _ in
                .http(HTTPRequest(url: "http://a.test/2")) { response in
                    .known(response.status == 200 ? Self.page("1") : .failure(.init(status: response, from: "a")))
                }
            }
        }
        harness.finish(FetchID(1), .response(HTTPResponse(status: 200)))
        harness.finish(FetchID(2), .response(HTTPResponse(status: 503)))
        harness.advance(to: 1_000)
        let urls = harness.asks.compactMap { if case .http(let request, _) = $0.fetch { request.url } else { nil } }
        #expect(urls == ["http://a.test/1", "http://a.test/2", "http://a.test/2"])
    }

    @Test func aNewerSearchCancelsWhicheverStepIsRunning() {
        let harness = Self.harness { request in
            .http(HTTPRequest(url: "http://a.test/1")) { _ in
                .http(HTTPRequest(url: "http://a.test/2")) { _ in .known(Self.page(request.query)) }
            }
        }
        harness.finish(FetchID(1), .response(HTTPResponse(status: 200)))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "rust"]])
        #expect(harness.takeDrop()?.id == FetchID(2))
        harness.finish(FetchID(2), .response(HTTPResponse(status: 200)))
        #expect(told(harness) == [])
    }

    @Test func aSecretSentInTheFirstStepIsRedactedFromTheErrorOfTheSecond() {
        let harness = Self.harness { _ in
            var request = HTTPRequest(url: "http://a.test/1")
            request.secrets = ["canary"]
            return .http(request) { _ in
                .http(HTTPRequest(url: "http://a.test/2")) { _ in .known(.failure(.init(.source, "canary sings"))) }
            }
        }
        harness.finish(FetchID(1), .response(HTTPResponse(status: 200)))
        harness.finish(FetchID(2), .response(HTTPResponse(status: 200)))
        #expect(told(harness) == ["source: [secret] sings"])
    }

    // MARK: Several at once

    /// Returns an engine that asks three sources at once, each with its own secret, and combines their results in one
    /// page.
    private func three() -> EngineHarness {
        Self.harness { _ in
            let shares = ["a", "b", "c"].map { name in
                var request = HTTPRequest(url: "http://\(name).test/")
                request.secrets = ["key-of-\(name)"]
                return Share(
                    of: FakeSource(name: name),
                    Work<Page>.http(request) { response in
                        response.status == 200
                            ? Self.page("\(name)/key-of-\(name)/key-of-a ") : .failure(.init(.http, "no \(name)"))
                    })
            }
            return .all(shares) { results in
                let pages = results.map { (try? $0.get().items) ?? [Item(id: "none ", title: "")] }
                return .known(.success(Page(items: Array(pages.joined()))))
            }
        }
    }

    @Test func severalSourcesAreAskedAtOnceAndReadInOrderOnceAllHaveAnswered() {
        let harness = three()
        #expect(harness.asks.count == 3)
        for id in [3, 1] { harness.finish(FetchID(id), .response(HTTPResponse(status: 200))) }
        #expect(told(harness) == [])
        harness.finish(FetchID(2), .response(HTTPResponse(status: 500)))
        // Each answer is redacted with the secret that was sent for it: the others' were not sent there.
        #expect(told(harness) == ["a/[secret]/[secret] none c/[secret]/key-of-a "])
    }

    @Test func aCancelAbandonsAllRequestsStillRunning() {
        let harness = three()
        harness.finish(FetchID(2), .response(HTTPResponse(status: 200)))
        harness.send(["jsonrpc": "2.0", "method": "cancel"])
        #expect(harness.drops.map(\.id) == [FetchID(1), FetchID(3)])
        #expect(harness.running.isEmpty && !harness.hasWake)
    }

    @Test func noSharesAtAllAreCombinedAtOnce() {
        let harness = Self.harness { _ in .all([]) { results in .known(Self.page("\(results.count)")) } }
        harness.advance(to: 0)
        #expect(told(harness) == ["0"])
    }

    // MARK: Known

    /// Work that has a result before anything is done.
    static let atOnce: [@Sendable (PageRequest) -> Work<Page>] = [
        { .known(page($0.query)) },
        { .parts(Page(items: [Item(id: $0.query, title: "")]), rest: .known(page("last"))) },
        { request in
            let share = Share(of: FakeSource(), Work.known(page(request.query)))
            return .all([share]) { .known($0[0]) }
        },
    ]

    /// Rule 14.
    @Test(arguments: atOnce.indices) func loadingIsReportedEvenIfThePageIsKnownAtOnce(_ index: Int) {
        let harness = EngineHarness([FakeSource(work: Self.atOnce[index])])
        harness.send(["jsonrpc": "2.0", "method": "setQuery", "params": ["query": "abc"]])
        harness.advance(to: 1000)
        let told = harness.messages.compactMap { $0.message["method"]?.string }
        #expect(told == ["loading", "loading", "items", "loading"])
    }

    // MARK: Off the loop

    @Test(arguments: [(1 << 16, false), ((1 << 16) + 1, true)])
    func aLargeAnswerIsReadOffTheLoop(_ size: Int, _ isAway: Bool) throws {
        let harness = Self.harness { _ in
            var request = HTTPRequest(url: "http://a.test/")
            request.secrets = ["canary"]
            return .http(request) { response in .known(Self.page("canary \(response.body.count)")) }
        }
        harness.finish(FetchID(1), .response(HTTPResponse(status: 200, body: Array(repeating: 0x20, count: size))))
        if isAway {
            #expect(told(harness) == [])
            guard case .local(let job)? = harness.running[FetchID(2)] else {
                Issue.record("nothing is computed")
                return
            }
            harness.finish(FetchID(2), .computed(job.compute { false }))
        }
        #expect(told(harness) == ["[secret] \(size)"])
    }

    @Test func anAnswerWithLargeHeadersIsReadOffTheLoop() {
        let harness = Self.harness { _ in .http(HTTPRequest(url: "http://a.test/")) { _ in .known(Self.page("1")) } }
        let headers: HTTPHeaders = ["X-Long": String(repeating: "x", count: 1 << 16)]
        harness.finish(FetchID(1), .response(HTTPResponse(status: 200, headers: headers)))
        #expect(told(harness) == [])
        guard case .local(let job)? = harness.running[FetchID(2)] else {
            Issue.record("it is read on the loop")
            return
        }
        harness.finish(FetchID(2), .computed(job.compute { false }))
        #expect(told(harness) == ["1"])
    }

    @Test func aLargeAnswerThatIsNoLongerWantedIsNotReported() {
        let harness = Self.harness { request in
            .http(HTTPRequest(url: "http://a.test/")) { _ in .known(Self.page(request.query)) }
        }
        let body = [UInt8](repeating: 0x20, count: 1 << 17)
        harness.finish(FetchID(1), .response(HTTPResponse(status: 200, body: body)))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "rust"]])
        #expect(harness.takeDrop()?.id == FetchID(2))
        harness.finish(FetchID(2), .computed(.page(Self.page("swift"))))
        #expect(told(harness) == [])
    }
}
