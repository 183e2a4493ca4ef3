import Engine
import JSON
import SearchSource
import TestSupport
import Testing

/// A client that has sent more than it has read: answers come in order, and what a call causes comes after its answer;
/// neither holds up the notifications of another session.
@Suite struct PipeliningTests {
    /// Returns an engine with these sessions, whose reader has read everything and then stopped.
    private func engine(_ sessions: [String]) -> EngineHarness {
        let harness = EngineHarness()
        for session in sessions { harness.request(0, "openSession", session) }
        _ = harness.takeTexts()
        harness.isReaderStopped = true
        return harness
    }

    /// Reads one message; returns the session that it is about, or the id of the request that it answers.
    private func readOne(_ harness: EngineHarness) -> String {
        harness.readOne()
        guard let (_, message) = harness.takeMessage() else { return "nothing" }
        return message["params"]?.object?["session"]?.string ?? message["id"]?.text ?? message.text
    }

    /// Returns the ids of requests as `readOne` does.
    private func ids(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { String($0) } }

    @Test func aBacklogOfAnswersDoesNotHoldUpAnotherSessionsNotifications() {
        let harness = engine(["asked", "quiet"])
        harness.request(0, "submit", "quiet", ["query": "swift"])
        for id in 1...100 { harness.request(id, "getState", "asked") }
        var read: [String] = []
        for id in 101...140 {
            read.append(readOne(harness))
            harness.request(id, "getState", "asked")
        }
        #expect(read.firstIndex(of: "quiet") == 16)
        #expect(read.filter { $0 != "quiet" } == ids(0...38), "it has one thing to report")
    }

    @Test func notificationsCausedByACallComeAfterItsAnswer() {
        let harness = engine(["asked", "called"])
        for id in 1...40 { harness.request(id, "getState", "asked") }
        harness.request(41, "submit", "called", ["query": "swift"])
        for id in 42...100 { harness.request(id, "getState", "asked") }
        let read = (0...100).map { _ in readOne(harness) }
        #expect(read.filter { $0 != "called" } == ids(1...100))
        #expect((41...57).contains(read.firstIndex(of: "called") ?? 0), "\(read)")
    }

    @Test func notificationsCausedByADetailComeAfterItsAnswer() {
        let harness = engine(["asked", "called"])
        harness.request(100, "openDetail", "called", ["id": "1"])
        #expect([readOne(harness), readOne(harness)] == ["called", "nothing"], "it reports what is opening")
        for id in 1...40 { harness.request(id, "getState", "asked") }
        harness.answer(Computed(Work<Detail>.known(.success(Detail(id: "1", title: "One", text: "")))))
        let read = (0...41).map { _ in readOne(harness) }
        #expect(read == ids(1...40) + ["100", "called"])
    }

    @Test func notificationsCausedByABatchComeAfterItsAnswer() {
        let harness = engine(["asked", "called"])
        harness.send([
            .request(100, "openDetail", "asked", ["id": "1"]), .request(101, "submit", "called", ["query": "swift"]),
        ])
        for id in 1...40 { harness.request(id, "listSources", "") }
        harness.send(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 100]])
        let read = (0...41).map { _ in readOne(harness) }
        #expect(read.prefix(40) == ids(1...40)[...])
        #expect(read[40].contains(#""id":101"#) && read[41] == "called", "\(read)")
    }

    @Test func changesMadeByAnActionAreReportedAfterItsAnswer() {
        let harness = engine(["asked", "called", "shown"])
        let item = Item(id: "1", title: "One", actions: [ItemAction(name: "touch", title: "Touch")])
        for session in ["called", "shown"] {
            harness.request(0, "submit", session, ["query": "swift"])
            harness.answer(.page(.success(Page(items: [item]))))
        }
        while readOne(harness) != "nothing" {}
        harness.request(100, "perform", "called", ["id": "1", "action": "touch"])
        for id in 1...40 { harness.request(id, "getState", "asked") }
        harness.answer(Computed(Work<Performed>.known(.success(Performed(hasChanged: true)))))
        harness.advance(to: 1000)
        let read = (0...42).map { _ in readOne(harness) }
        #expect(read == ids(1...40) + ["100", "called", "shown"], "both read their lists again")
    }

    @Test func notificationsCausedByACancellationComeAfterItsAnswer() {
        let harness = engine(["asked", "called"])
        harness.request(100, "openDetail", "called", ["id": "1"])
        while readOne(harness) != "nothing" {}
        for id in 1...40 { harness.request(id, "getState", "asked") }
        harness.request(101, "$/cancelRequest", "", ["id": 100])
        let read = (0...42).map { _ in readOne(harness) }
        #expect(read == ids(1...40) + ["100", "101", "called"])
    }

    @Test func sessionsThatWaitForTheirAnswersDoNotHoldUpOtherSessions() {
        let waiting = (0..<40).map { "waiting \($0)" }
        let harness = engine(["asked", "quiet"] + waiting)
        for id in 1...200 { harness.request(id, "getState", "asked") }
        for (index, name) in waiting.enumerated() { harness.request(201 + index, "submit", name, ["query": "swift"]) }
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["session": "quiet", "query": "swift"]])
        let read = (0..<60).map { _ in readOne(harness) }
        #expect(read.filter { Int($0) == nil } == ["quiet"])
    }

    @Test func aSessionWaitsForAtMostSixteenAnswersHoweverManyOthersWait() {
        let waiting = (0..<1000).map { "waiting \($0)" }
        let harness = engine(["asked", "quiet"] + waiting)
        for id in 1...20 { harness.request(id, "getState", "asked") }
        for (index, name) in waiting.enumerated() { harness.request(21 + index, "submit", name, ["query": "swift"]) }
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["session": "quiet", "query": "swift"]])
        let read = (0..<1000).map { _ in readOne(harness) }
        #expect((0...17).contains(read.firstIndex(of: "quiet") ?? -1))
    }

    @Test func lateAnswersDoNotHoldUpTheNotificationsOfOtherSessions() {
        let opening = (0..<200).map { "opening \($0)" }
        let harness = engine(opening + ["quiet"])
        for (index, name) in opening.enumerated() { harness.request(index, "openDetail", name, ["id": "1"]) }
        harness.request(200, "submit", "quiet", ["query": "swift"])
        while readOne(harness) != "nothing" {}
        for _ in 0..<201 {
            harness.answer(Computed(Work<Detail>.known(.success(Detail(id: "1", title: "", text: "")))))
        }
        let read = (0..<200).map { _ in readOne(harness) }
        #expect((0...17).contains(read.firstIndex(of: "quiet") ?? -1), "its own call was the last one")
        let turns = read.indices.filter { read[$0].hasPrefix("opening") }
        #expect(turns.count > 8, "nor do they hold each other up: \(turns)")
    }

    @Test func randomConversationsKeepAnswersAndNotificationsInOrder() {
        for seed in 0..<200 as Range<UInt64> {
            var talk = PipelinedTalk(seed: seed)
            guard let fault = talk.run() else { continue }
            Issue.record("seed \(seed): \(fault)\n\(talk.story.joined(separator: "\n"))")
            return
        }
    }
}

extension EngineHarness {
    fileprivate func request(_ id: Int, _ method: String, _ session: String, _ params: JSONValue = [:]) {
        send(.request(id, method, session, params))
    }
}
