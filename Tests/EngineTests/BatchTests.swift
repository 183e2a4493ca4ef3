import Testing
import TestSupport

@Suite struct BatchTests {
    @Test func theAnswerToABatchComesBeforeWhatItsCallsCause() {
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

    @Test func anotherSessionDoesNotWaitForTheBatch() {
        let harness = EngineHarness()
        harness.send(#"[{"jsonrpc":"2.0","id":2,"method":"openDetail","params":{"id":"a"}}]"#)
        harness.send(#"{"jsonrpc":"2.0","id":3,"method":"openSession","params":{"session":"s"}}"#)
        _ = harness.takeTexts()
        harness.send(#"{"jsonrpc":"2.0","method":"setQuery","params":{"query":"swift","session":"s"}}"#)
        #expect(harness.takeTexts().count == 1)
    }
}
