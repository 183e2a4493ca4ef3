import Engine
import JSON
import SearchSource
import Testing
import TestSupport

@Suite struct BatchTests {
    @Test func theAnswerToABatchComesBeforeTheNotificationsItsCallsCause() {
        let harness = EngineHarness()
        harness.send(
            #"[{"jsonrpc":"2.0","id":1,"method":"setQuery","params":{"query":"swift"}},"#
                + #"{"jsonrpc":"2.0","id":2,"method":"openDetail","params":{"id":"a"}}]"#)
        harness.advance(to: 300)
        #expect(harness.takeTexts() == [], "a detail is open: the batch is not answered yet")
        harness.answer(["x"])
        #expect(harness.takeTexts() == [], "what its calls cause waits for the answer")
        harness.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#)
        let texts = harness.takeTexts()
        #expect(texts.first?.hasPrefix(#"[{"jsonrpc":"2.0","id":1,"result""#) ?? false)
        #expect(texts.first?.contains("-32800") ?? false)
        #expect(
            texts.dropFirst().map { String($0.prefix(34)) } == [
                #"{"jsonrpc":"2.0","method":"items","#, #"{"jsonrpc":"2.0","method":"loading"#,
            ])
    }

    @Test func noNotificationOfAClosedSessionReachesANewOneOfTheSameName() {
        let harness = EngineHarness()
        harness.send(#"{"jsonrpc":"2.0","method":"submit","params":{"query":"swift"}}"#)
        harness.send(
            #"[{"jsonrpc":"2.0","id":1,"method":"closeSession","params":{"session":"default"}},"#
                + #"{"jsonrpc":"2.0","id":2,"method":"openDetail","params":{"id":"a"}}]"#)
        harness.send(#"{"jsonrpc":"2.0","id":3,"method":"openSession","params":{"session":"s"}}"#)
        _ = harness.takeTexts()
        // The detail was opened in a new `default`, before the answer to the `closeSession` of the old one was sent.
        harness.answer(Computed(Work<Detail>.known(.success(Detail(id: "a", title: "A", text: "")))))
        let texts = harness.takeTexts()
        #expect(texts.count == 1 && texts[0].hasPrefix("["), "the old one would report that it no longer loads")
    }

    @Test func anotherSessionDoesNotWaitForTheBatch() {
        let harness = EngineHarness()
        harness.send(#"[{"jsonrpc":"2.0","id":2,"method":"openDetail","params":{"id":"a"}}]"#)
        harness.send(#"{"jsonrpc":"2.0","id":3,"method":"openSession","params":{"session":"s"}}"#)
        _ = harness.takeTexts()
        harness.send(#"{"jsonrpc":"2.0","method":"setQuery","params":{"query":"swift","session":"s"}}"#)
        #expect(harness.takeTexts().count == 1)
    }

    /// Returns the answers to a batch of calls, and the texts that are sent after them.
    func answers(_ harness: EngineHarness, _ calls: String...) -> (answers: [JSONObject], told: [String]) {
        harness.send("[\(calls.joined(separator: ","))]")
        let texts = harness.takeTexts()
        let answers = texts.first.flatMap { try? JSONParser.parse(Array($0.utf8)).array } ?? []
        return (answers.compactMap(\.object), texts.dropFirst().map { String($0) })
    }

    @Test func notificationsForASnapshotInABatchComeAfterTheAnswerToo() {
        let harness = EngineHarness()
        let (answers, told) = answers(
            harness, #"{"jsonrpc":"2.0","id":1,"method":"submit","params":{"query":"swift"}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"getState"}"#, #"{"jsonrpc":"2.0","id":3,"method":"cancel"}"#)
        #expect(answers.count == 3 && answers[1]["result"]?.object?["seq"] == 1)
        #expect(answers[1]["result"]?.object?["loading"] == true)
        #expect(told.count == 2 && told[0].contains(#""seq":1,"generation":1,"loading":true"#))
        #expect(told[1].contains(#""seq":2,"generation":1,"loading":false"#))
    }

    @Test func theLastNotificationOfASessionComesAfterTheAnswerThatClosesIt() {
        for last in ["closeSession", "shutdown"] {
            let harness = EngineHarness()
            let (answers, told) = answers(
                harness, #"{"jsonrpc":"2.0","id":1,"method":"submit","params":{"query":"swift"}}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"getState"}"#,
                #"{"jsonrpc":"2.0","id":3,"method":"\#(last)","params":{"session":"default"}}"#)
            #expect(answers.count == 3)
            #expect(told.count == 2 && told[1].contains(#""loading":false"#))
        }
    }

    @Test func aNotificationIsNotAnsweredWhateverItsParams() {
        let harness = EngineHarness()
        let wrong = #"{"jsonrpc":"2.0","method":"setQuery","params":["swift"]}"#
        for text in [wrong, "[\(wrong)]"] {
            harness.send(text)
            #expect(harness.takeTexts() == [])
        }
        #expect(harness.log.count == 2 && harness.log[0].contains("`params` must be an object"))
    }

    @Test func aBatchHasAtMost1000Calls() {
        let harness = EngineHarness()
        for count in [1000, 1001] {
            harness.send("[" + repeatElement("1", count: count).joined(separator: ",") + "]")
            let texts = harness.takeTexts()
            let detail = "Invalid Request: a batch has at most 1000 calls, not 1001"
            #expect(texts.count == 1 && texts[0].contains(detail) == (count > 1000))
            #expect(texts[0].split(separator: "-32600").count == (count > 1000 ? 2 : 1001))
        }
    }

    /// A call that asks for the state.
    private let state = #"{"jsonrpc":"2.0","id":1,"method":"getState"}"#

    /// Returns an engine with a session whose state takes up much of the room for the answers to a batch.
    private func withStateOf3MiB() -> EngineHarness {
        let harness = EngineHarness()
        harness.send(#"{"jsonrpc":"2.0","method":"submit","params":{"query":"swift"}}"#)
        harness.answer(.page(.success(Page(items: [Item(id: "a", title: String(repeating: "x", count: 3 << 20))]))))
        _ = harness.takeTexts()
        return harness
    }

    @Test func callsOfABatchAreRefusedOnceItsAnswersReach8MiB() {
        let harness = withStateOf3MiB()
        let typing = #"{"jsonrpc":"2.0","id":2,"method":"setQuery","params":{"query":"perl"}}"#
        let (answers, _) = answers(harness, state, state, state, typing)
        #expect(answers[0...2].allSatisfy { $0["result"] != nil })
        #expect(
            answers[3]["error"]?.object?["message"]
                == "Invalid Request: a batch is answered with 8 MiB; this call was not made")
        harness.advance(to: harness.now + 1000)
        #expect(harness.asks.count == 1)
    }

    @Test func heldBatchAnswersCountTowardsTheLimitThatStopsTheInput() {
        let harness = withStateOf3MiB()
        let opening = #"{"jsonrpc":"2.0","id":2,"method":"openDetail","params":{"id":"a"}}"#
        harness.send("[\(opening),\(state),\(state),\(state)]")
        #expect(harness.takeTexts() == [] && !harness.engine.wantsInput)
        harness.answer(.detail(.failure(.noSuchItem("no"))))
        #expect(harness.takeTexts().first?.hasPrefix("[") == true && harness.engine.wantsInput)
    }
}
