import Engine
import JSON
import SearchSource
import Testing
import TestSupport

@Suite struct EndingTests {
    let harness = EngineHarness()

    func send(_ method: String, _ params: JSONValue = [:], id: JSONValue? = nil) {
        var message = JSONObject([("jsonrpc", "2.0"), ("method", .string(method)), ("params", params)])
        message["id"] = id
        harness.send(.object(message))
    }

    func methods() -> [String] {
        var methods: [String] = []
        while let (_, message) = harness.takeMessage() {
            methods.append(message["method"]?.string ?? "answer \(message["id"]?.text ?? "")")
        }
        return methods
    }

    @Test func theEngineExitsAtOnceIfNothingIsUnderWay() {
        harness.handle(.inputEnded)
        #expect(harness.exit?.code == 0 && harness.exit?.at == 0)
    }

    @Test func theEndOfTheInputLetsPendingDebouncesFireAndRunningWorkFinish() {
        send("setQuery", ["query": "swift"])
        send("openDetail", ["id": "a"], id: 7)
        harness.advance(to: 10)
        harness.handle(.inputEnded)
        #expect(harness.asks.count == 2 && harness.exit == nil)
        harness.answer(["1", "2"], next: "2")
        #expect(harness.exit == nil, "a detail is still opening")
        harness.answer(.detail(.success(Detail(id: "a", title: "", text: ""))))
        #expect(harness.exit?.code == 0)
        #expect(methods() == ["loading", "loading", "loading", "items", "loading", "answer 7", "loading"])
    }

    @Test func composingTextIsDropped() {
        send("setQuery", ["query": "swift", "composing": true])
        harness.handle(.inputEnded)
        #expect(harness.asks.isEmpty && harness.exit?.code == 0)
    }

    @Test func noFurtherPageIsLoadedAfterTheEndOfTheInput() {
        send("setQuery", ["query": "swift"])
        harness.advance(to: 300)
        send("reachedBottom", ["need": 100])
        harness.handle(.inputEnded)
        harness.answer(["1"], next: "1")
        #expect(harness.asks.count == 1 && harness.exit?.code == 0)
    }

    @Test func aRetryThatIsWaitingAtTheEndOfTheInputFails() {
        send("setQuery", ["query": "swift"])
        harness.advance(to: 300)
        harness.answer(.page(.failure(SourceError(.offline, "no", isTransient: true))))
        #expect(methods() == ["loading", "loading"], "it will be tried again")
        harness.handle(.inputEnded)
        #expect(methods() == ["error", "loading"])
        #expect(harness.exit?.code == 0 && harness.running.isEmpty)
    }

    @Test func theEngineExitsAfterTwentySecondsEvenIfWorkIsStillRunning() {
        send("setQuery", ["query": "swift"])
        send("openDetail", ["id": "a"], id: 7)
        harness.handle(.inputEnded)
        _ = methods()
        harness.advance(to: 19_999)
        #expect(harness.exit == nil)
        harness.advance(to: 20_000)
        #expect(harness.exit?.code == 0 && harness.running.isEmpty)
        #expect(methods() == ["loading", "answer 7", "loading"])
    }

    /// A host's loop runs until no timer is due.
    @Test func noTimerIsDueAfterTheExitHoweverLateItComes() {
        send("setQuery", ["query": "swift"])
        harness.handle(.inputEnded)
        harness.advanceLate(to: 60_000)
        #expect(harness.exit?.code == 0 && harness.wake == nil)
    }

    @Test func theEngineWaitsTwentySecondsForAReaderThatHasStopped() {
        harness.isReaderStopped = true
        send("getState", id: 1)
        harness.handle(.inputEnded)
        #expect(harness.exit == nil)
        harness.advance(to: 20_000)
        #expect(harness.exit?.code == 0)
    }

    @Test func shutdownThenExitIsCodeZero() {
        send("setQuery", ["query": "swift"])
        harness.advance(to: 300)
        send("openDetail", ["id": "a"], id: 7)
        _ = methods()
        send("shutdown", id: 1)
        #expect(harness.running.isEmpty)
        #expect(methods() == ["answer 7", "loading", "answer 1"])
        send("getState", id: 2)
        let error = harness.takeMessage()?.message["error"]?.object
        #expect(error?["code"] == -32600)
        #expect(error?["message"] == "Invalid Request: after `shutdown` only `exit` may follow")
        send("exit")
        #expect(harness.exit?.code == 0)
    }

    @Test func sessionsEndInTheOrderInWhichTheyWereOpened() {
        let names = ["z", "aa", "session-2", "B", "session-10", "é", "b"]
        for name in names { send("openSession", ["session": .string(name)]) }
        send("closeSession", ["session": "aa"])
        send("openSession", ["session": "aa"])
        let ending = names.filter { $0 != "aa" } + ["aa"]
        for name in names { send("setQuery", ["session": .string(name), "query": "swift"]) }
        _ = methods()
        send("shutdown", id: 1)
        let told = harness.messages.suffix(ending.count + 1).compactMap {
            $0.message["params"]?.object?["session"]?.string
        }
        #expect(told == ending)
    }

    @Test func exitWithoutShutdownIsCodeOne() {
        send("exit", id: 1)
        #expect(harness.exit?.code == 1)
        #expect(methods() == ["answer 1"])
    }

    @Test func theEndOfTheInputAfterShutdownIsCodeZero() {
        send("shutdown", id: 1)
        harness.handle(.inputEnded)
        #expect(harness.exit?.code == 0)
    }

    @Test func messagesAfterTheExitAreIgnored() {
        send("exit")
        send("getState", id: 1)
        harness.advance(to: 100_000)
        #expect(methods() == [])
    }

    @Test func lostFramingIsAnsweredWithAParseErrorAndEndsTheEngineWithCodeOne() {
        send("setQuery", ["query": "swift"])
        harness.handle(.framingLost("Content-Length must be a number of bytes, not `x`"))
        harness.answer(["1"])
        #expect(harness.exit?.code == 1)
        let error = harness.messages.compactMap { $0.message["error"]?.object }.first
        #expect(error?["message"] == "Parse error: Content-Length must be a number of bytes, not `x`")
    }

    /// Something that a source holds on to.
    private final class Held: Sendable {}

    @Test func anEngineIsReleasedWithItsLastReference() {
        weak var held: Held?
        do {
            let strong = Held()
            held = strong
            let source = FakeSource { _ in
                withExtendedLifetime(strong) { .local(compute: { _ in .success(Page(items: [])) }) }
            }
            let harness = EngineHarness([source])
            harness.send(["jsonrpc": "2.0", "id": 1, "method": "submit", "params": ["query": "swift"]])
            harness.send(["jsonrpc": "2.0", "id": 2, "method": "openSession", "params": ["session": "other"]])
            #expect(held != nil && harness.asks.count == 1)
        }
        #expect(held == nil)
    }
}
