import JSONRPC
import SearchSource
import Testing
import Time

@testable import FetchHost

/// What a long-running program is asked and when, at times that the test sets. No program is run.
@Suite final class ConversationTests {
    var conversation: Conversation
    let requests: [ProgramRun]

    init() {
        let provider = Self.provider()
        conversation = Conversation(with: provider)
        requests = (0..<10).map { _ in ProgramRun(ProviderRequest(to: provider, "page", params: [])) }
    }

    /// Returns a provider that takes as many requests at a time as the program's answer to `initialize` says.
    static func provider(idle: Duration? = nil) -> Provider {
        let command = Command(["provider"], timeLimit: .seconds(10))
        return Provider(command, name: "p", greeting: Array("{}".utf8), idleLimit: idle) { answer in
            Int(String(decoding: answer, as: UTF8.self)).map(Result.success) ?? .failure(Provider.Refusal("is odd"))
        }
    }

    func at(_ seconds: Double) -> Instant { Instant(.milliseconds(seconds * 1000)) }

    func key(_ number: Int) -> Conversation.Key { Conversation.Key(requests[number]) }

    func ask(_ number: Int, _ method: String = "page", at seconds: Double) {
        conversation.ask(key(number), method, params: Array("{\"n\":\(number)}".utf8), now: at(seconds))
    }

    func giveUp(_ number: Int, at seconds: Double) { conversation.giveUp(key(number), now: at(seconds)) }

    func hear(_ line: String, at seconds: Double) {
        do throws(PeerMessage.Fault) {
            conversation.take(try PeerMessage(Array(line.utf8)), now: at(seconds))
        } catch {
            conversation.misspoke(error, now: at(seconds))
        }
    }

    func answer(_ id: Int, _ result: String = "{}", at seconds: Double) {
        hear("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":\(result)}", at: seconds)
    }

    /// Starts the program and answers `initialize`, which has the id `id`, so that it takes `places` requests at a
    /// time.
    func welcome(places: Int = 1, id: Int = 1, at seconds: Double) {
        conversation.started(now: at(seconds))
        answer(id, String(places), at: seconds)
    }

    /// Takes everything that is to be done, in short: "start", "2 page 0", "cancel 2", "kill".
    func acts() -> [String] {
        var acts: [String] = []
        while let act = conversation.takeAct() {
            switch act {
            case .start: acts.append("start")
            case .close: acts.append("close")
            case .kill: acts.append("kill")
            case .say(let text): acts.append("say \(text)")
            case .send(let message): acts.append(short(message))
            }
        }
        return acts
    }

    func short(_ message: [UInt8]) -> String {
        guard case .single(.call(let call)) = Message(message) else { return "no message" }
        guard let id = call.id else { return "cancel \(call.params["id"]?.integer ?? 0)" }
        return (["\(id)", call.method] + (call.params["n"]?.integer.map { ["\($0)"] } ?? [])).joined(separator: " ")
    }

    /// Takes the news about requests, which are named by their numbers.
    func news() -> [String] {
        conversation.takeNews().map { key, news in
            let number = requests.firstIndex { Conversation.Key($0) == key } ?? -1
            switch news {
            case .part(let json): return "\(number): \(String(decoding: json, as: UTF8.self))"
            case .again: return "\(number) again"
            case .over(let end): return "\(number) \(end)"
            }
        }
    }

    // MARK: Asking

    @Test func theFirstRequestStartsTheProgramAndInitializeIsSentFirst() {
        #expect(acts() == [])
        ask(0, at: 0)
        #expect(acts() == ["start"])
        conversation.started(now: at(0))
        #expect(acts() == ["1 initialize"])
        answer(1, "1", at: 1)
        #expect(acts() == ["2 page 0"])
        answer(2, "[7]", at: 2)
        #expect(news() == ["0: [7]", "0 answered"] && acts() == [] && conversation.deadline == nil)
    }

    @Test func noMoreRequestsAreSentAtATimeThanTheProgramAccepts() {
        for number in 0..<4 { ask(number, at: 0) }
        welcome(places: 2, at: 0)
        #expect(acts() == ["start", "1 initialize", "2 page 0", "3 page 1"])
        answer(3, at: 1)
        #expect(acts() == ["4 page 2"])
        answer(2, at: 1)
        #expect(acts() == ["5 page 3"] && news() == ["1: {}", "1 answered", "0: {}", "0 answered"])
    }

    @Test func aRequestAbandonedBeforeItIsSentIsNeverSent() {
        for number in 0..<4 { ask(number, at: 0) }
        welcome(at: 0)
        for number in 1...2 { giveUp(number, at: 0) }
        ask(1, "detail", at: 0)
        #expect(acts() == ["start", "1 initialize", "2 page 0"])
        answer(2, at: 1)
        answer(3, at: 1)
        #expect(acts() == ["3 page 3", "4 detail 1"], "a key may stand for another request by then")
        answer(4, at: 1)
        #expect(acts() == [])
    }

    @Test func itemsComeBeforeTheAnswer() {
        ask(0, at: 0)
        welcome(at: 0)
        hear(#"{"jsonrpc":"2.0","method":"$/items","params":{"id":2,"items":[ 1 ]}}"#, at: 1)
        hear(#"{"jsonrpc":"2.0","method":"$/items","params":{"items":[2],"id":2}}"#, at: 1)
        #expect(news() == ["0: [ 1 ]", "0: [2]"])
        hear(#"{"jsonrpc":"2.0","method":"window/what","params":{}}"#, at: 1)
        answer(2, at: 1)
        #expect(news() == ["0: {}", "0 answered"])
    }

    @Test func anErrorCountsAsAnAnswer() {
        ask(0, at: 0)
        welcome(at: 0)
        hear(#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}"#, at: 1)
        #expect(news() == ["0 \(ChildRows.End.refused(ProviderError(code: -32601, message: "no")))"])
        ask(1, at: 2)
        #expect(acts().last == "3 page 1")
    }

    // MARK: Abandoned requests

    @Test func aRequestAbandonedBeforeTheProgramHasStartedIsForgotten() {
        ask(0, at: 0)
        ask(1, at: 0)
        giveUp(0, at: 0)
        welcome(at: 0)
        #expect(acts() == ["start", "1 initialize", "2 page 1"])
    }

    @Test func anUnwantedAnswerIsIgnoredAndFreesItsPlace() {
        ask(0, at: 0)
        welcome(at: 0)
        giveUp(0, at: 1)
        ask(1, at: 1)
        #expect(acts() == ["start", "1 initialize", "2 page 0", "cancel 2"])
        hear(#"{"jsonrpc":"2.0","method":"$/items","params":{"id":2,"items":[1]}}"#, at: 1.4)
        answer(2, at: 1.4)
        #expect(acts() == ["3 page 1"] && news() == [])
        answer(3, at: 1.5)
        #expect(news() == ["1: {}", "1 answered"])
    }

    @Test func aProgramThatIgnoresACancelIsRestartedIfAnotherRequestWaits() {
        ask(0, at: 0)
        welcome(at: 0)
        giveUp(0, at: 1)
        #expect(conversation.deadline == nil, "nobody waits")
        ask(1, at: 1.2)
        _ = acts()
        #expect(conversation.deadline == at(1.5))
        conversation.goOn(at(1.499))
        #expect(acts() == [])
        conversation.goOn(at(1.5))
        let words = "did not answer a cancelled request; it is restarted"
        #expect(acts() == ["say \(words)", "kill", "start"])
        welcome(id: 3, at: 1.6)
        #expect(acts() == ["3 initialize", "4 page 1"] && news() == [])
    }

    @Test func aProgramThatIgnoresACancelIsNotKilledWhileAPlaceIsFree() {
        ask(0, at: 0)
        welcome(places: 2, at: 0)
        giveUp(0, at: 1)
        ask(1, at: 1)
        conversation.goOn(at(9))
        #expect(!acts().contains("kill"))
    }

    @Test func aRequestThatDiedWithAKillMeantForAnotherIsSentOnceMore() {
        ask(0, at: 0)
        ask(1, at: 0)
        welcome(places: 2, at: 0)
        giveUp(0, at: 0)
        ask(2, at: 0)
        conversation.goOn(at(0.5))
        #expect(acts().suffix(2) == ["kill", "start"] && news() == ["1 again"])
        welcome(places: 2, id: 4, at: 1)
        #expect(acts() == ["4 initialize", "5 page 1", "6 page 2"])
        giveUp(2, at: 1)
        ask(3, at: 1)
        conversation.goOn(at(1.5))
        #expect(news() == ["1 killed(signal: 15)"], "but only once")
        welcome(id: 7, at: 2)
        #expect(acts().last == "8 page 3")
    }

    @Test func aProgramIsNotKilledDuringAnActionAndASentActionIsNotRepeated() {
        ask(0, at: 0)
        ask(1, "perform", at: 0)
        welcome(places: 2, at: 0)
        giveUp(0, at: 0)
        ask(2, at: 0)
        conversation.goOn(at(14))
        #expect(acts() == ["start", "1 initialize", "2 page 0", "3 perform 1", "cancel 2"] && news() == [])
        answer(3, "{}", at: 14)
        #expect(news() == ["1: {}", "1 answered"] && acts() == ["4 page 2"])
        ask(3, "perform", at: 15)
        giveUp(2, at: 15)
        let words = "did not answer a cancelled request; it is restarted"
        #expect(acts() == ["say \(words)", "kill", "start"])
        welcome(id: 5, at: 16)
        #expect(acts() == ["5 initialize", "6 perform 3"], "it was not sent before")
        conversation.ended(.exited(code: 1), now: at(17))
        conversation.goOn(at(17))
        #expect(news() == ["2 again", "3 exited(code: 1)"] && acts() == ["kill"], "it is not made again")
    }
}
