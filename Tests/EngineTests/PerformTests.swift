import Engine
import HTTP
import JSON
import SearchSource
import TestSupport
import Testing

/// What the scenarios for `perform` do not cover: the log, records, secrets, batches and clients' own lists.
struct PerformTests {
    private static let open = ItemAction(name: "open", title: "Open")

    /// Returns a source with one item, on which an action does `work`.
    private static func source(_ work: (@Sendable (PerformRequest) -> Work<Performed>)? = nil) -> FakeSource {
        var source = FakeSource { _ in
            .known(.success(Page(items: [Item(id: "1", title: "One", actions: [Self.open])])))
        }
        source.performWork = work
        return source
    }

    private func harness(
        _ work: (@Sendable (PerformRequest) -> Work<Performed>)? = nil, recording: Bool = false, replay: Replay? = nil
    ) -> EngineHarness {
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [Self.source(work)], defaultSource: "fake", isRecording: recording, replay: replay,
                version: "test"))
        harness.send(#"{"jsonrpc":"2.0","method":"submit","params":{"query":"swift"}}"#)
        harness.advance(to: 10)
        _ = harness.takeTexts()
        return harness
    }

    private static let call =
        #"{"jsonrpc":"2.0","id":1,"method":"perform","params":{"id":"1","action":"open","generation":1}}"#

    @Test func theSourceGetsTheItem() {
        let harness = harness { request in
            .known(.success(Performed(message: "\(request.action) \(request.item.title)")))
        }
        harness.send(Self.call)
        #expect(harness.takeTexts() == [#"{"jsonrpc":"2.0","id":1,"result":{"message":"open One"}}"#])
    }

    @Test func allRequestsWithTheSameIDAreCancelled() {
        let harness = harness { _ in .local { _ in .known(.success(Performed())) } }
        harness.send(#"{"jsonrpc":"2.0","id":2,"method":"openSession","params":{"session":"s"}}"#)
        harness.send(#"{"jsonrpc":"2.0","method":"submit","params":{"query":"swift","session":"s"}}"#)
        harness.advance(to: 20)
        _ = harness.takeTexts()
        harness.send(Self.call)
        harness.send(#"{"jsonrpc":"2.0","id":1,"method":"perform","params":{"id":"1","action":"open","session":"s"}}"#)
        harness.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
        #expect(harness.takeTexts().map { $0.contains("-32800") } == [true, true])
    }

    @Test func aFailureIsLoggedIfPerformWasANotification() {
        let harness = harness { _ in .known(.failure(SourceError(.source, "the door is shut"))) }
        harness.send(#"{"jsonrpc":"2.0","method":"perform","params":{"id":"1","action":"open"}}"#)
        #expect(harness.takeTexts() == [])
        #expect(harness.log == ["\"open\" was not performed: the door is shut"])
    }

    @Test func aSourceWithoutActionsRefusesThem() {
        let harness = EngineHarness(Bare())
        harness.send(#"{"jsonrpc":"2.0","method":"submit","params":{"query":"swift"}}"#)
        _ = harness.takeTexts()
        harness.send(Self.call)
        let error = harness.takeMessage()?.message["error"]?.object
        #expect(error?["code"] == -32000)
        #expect(error?["data"]?.object?["message"] == #"Bare has no action "open""#)
    }

    /// A source without an implementation of `perform`.
    private struct Bare: Source {
        let info = SourceInfo(name: "bare", type: "bare", title: "Bare", summary: "nothing")
        func page(_ request: PageRequest) -> Work<Page> { PerformTests.source().page(request) }
        func detail(_ request: DetailRequest) -> Work<Detail> { .known(.failure(.noSuchItem("none"))) }
    }

    /// Returns a request with a secret in it.
    private static func request(_ url: String) -> HTTPRequest {
        var request = HTTPRequest(url: url)
        request.secrets = ["key"]
        return request
    }

    @Test func anActionThatFailsIsNotTriedOnAnotherServer() {
        let requests = [1, 2].map { Self.request("http://127.0.0.\($0)/") }
        let harness = harness { _ in
            .anyOf(requests) { _, response in .known(.success(Performed(message: "\(response.status)"))) }
        }
        harness.send(Self.call)
        guard let asked = harness.takeAsk() else { return #expect(Bool(false), "nothing was asked") }
        harness.finish(asked.id, .failed(TransportError(.unreachable, "127.0.0.1 with its key cannot be reached")))
        harness.advance(to: 5_000)
        #expect(harness.asks.isEmpty && harness.takeTexts().joined().contains("with its [secret] cannot be reached"))
    }

    @Test func theMessageIsOneLineOfBoundedLengthWithoutSecrets() {
        let harness = harness { _ in
            .http(Self.request("http://127.0.0.1/")) { _ in
                .success(Performed(message: "a key\nand " + String(repeating: "b", count: 10_000)))
            }
        }
        harness.send(Self.call)
        if let asked = harness.takeAsk() { harness.finish(asked.id, .response(HTTPResponse(status: 200))) }
        let message = harness.takeMessage()?.message["result"]?.object?["message"]?.string ?? ""
        #expect(message.hasPrefix("a [secret] and bbb") && message.utf8.count < 5_000)
    }

    @Test func aBatchIsAnsweredOnceItsActionHasFinished() {
        let harness = harness()
        harness.send(#"[\#(Self.call),{"jsonrpc":"2.0","id":2,"method":"listSources"}]"#)
        #expect(harness.messages.isEmpty)
        harness.answer(Computed(Work<Performed>.known(.success(Performed(hasChanged: true)))))
        #expect(harness.takeTexts().first?.hasPrefix(#"[{"jsonrpc":"2.0","id":1,"result":{"changed":true}},"#) == true)
    }

    @Test func aReplayReturnsTheRecordedOutcomeWithoutPerformingTheAction() throws {
        let recorded = harness({ _ in .known(.success(Performed(message: "done", hasChanged: true))) }, recording: true)
        recorded.send(Self.call)
        let replay = try Replay(Array(recorded.record.joined(separator: [0x0A])))
        let replayed = harness(
            { _ in
                Issue.record("the source is asked")
                return .known(.success(Performed()))
            }, replay: replay)
        replayed.send(Self.call)
        replayed.advance(to: 20)
        #expect(replayed.takeTexts().first == #"{"jsonrpc":"2.0","id":1,"result":{"message":"done","changed":true}}"#)
    }

    @Test func aReplayReportsAnActionThatTookTooLongAsItWasReported() throws {
        func outcome(_ harness: EngineHarness) -> [String] {
            harness.send(Self.call)
            harness.advance(to: 20_000)
            return harness.takeTexts()
        }
        let recorded = harness({ _ in .local { _ in .known(.success(Performed())) } }, recording: true)
        let told = outcome(recorded)
        #expect(told.first?.contains("outcome unknown") == true)
        #expect(outcome(harness(replay: try Replay(Array(recorded.record.joined(separator: [0x0A]))))) == told)
    }

    @Test func anActionThatWasNotRecordedIsAnErrorInAReplay() throws {
        let recorded = harness(nil, recording: true)
        let replayed = harness(nil, replay: try Replay(Array(recorded.record.joined(separator: [0x0A]))))
        replayed.send(Self.call)
        #expect(replayed.takeTexts().joined().contains("the recording has no answer to this request"))
        #expect(replayed.asks.isEmpty)
    }

    @Test func actionsAreIgnoredInItemsThatAClientSupplies() {
        let given = FakeHolder.Given()
        let harness = EngineHarness(FakeHolder(given: given))
        harness.send(
            #"""
            {"jsonrpc":"2.0","id":1,"method":"setItems","params":{"items":[
            {"title":"a","actions":[{"name":"rm","title":"Remove"}]},{"title":"b","actions":7}]}}
            """#)
        #expect(harness.takeTexts() == [#"{"jsonrpc":"2.0","id":1,"result":{"held":2,"dropped":0}}"#])
        #expect(given.calls.first?.items == [.item(Item(id: "", title: "a")), .item(Item(id: "", title: "b"))])
    }

    @Test func anEngineIsReleasedEvenWhileAnActionRuns() {
        weak var engine: SearchEngine?
        do {
            let harness = harness()
            engine = harness.engine
            harness.send(Self.call)
            #expect(engine != nil && harness.running.count == 1)
        }
        #expect(engine == nil)
    }
}
