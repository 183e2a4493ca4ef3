import JSONRPC
import SearchSource
import Testing
import Time

@testable import FetchHost

// How long things may take, how the program ends, and what it must not say.
extension ConversationTests {
    // MARK: Time

    @Test func theTimeLimitOfARequestRunsFromWhenItIsSent() {
        ask(0, at: 0)
        ask(1, at: 0)
        welcome(at: 9)
        answer(2, at: 15)
        #expect(news() == ["0: {}", "0 answered"])
        #expect(conversation.deadline == at(25))
        conversation.goOn(at(24.999))
        #expect(news() == [])
        conversation.goOn(at(25))
        #expect(news() == ["1 timedOut"] && acts().last == "cancel 3")
        answer(3, at: 26)
        #expect(news() == [] && acts() == [])
    }

    @Test func aProgramThatMissesItsTimeLimitIsRestartedForTheNextRequest() {
        ask(0, at: 0)
        welcome(at: 0)
        ask(1, at: 1)
        conversation.goOn(at(10))
        conversation.goOn(at(10.5))
        #expect(acts().suffix(2) == ["kill", "start"] && news() == ["0 timedOut"])
    }

    @Test func theAnswerToInitializeHasATimeLimit() {
        ask(0, at: 0)
        conversation.started(now: at(1))
        conversation.goOn(at(10.9))
        #expect(news() == [])
        conversation.goOn(at(11))
        #expect(acts().last == "kill" && news() == ["0 \(ChildRows.End.notSent(after: .timedOut))"])
    }

    @Test func anIdleProgramIsClosedAfterItsIdleLimit() {
        conversation = Conversation(with: Self.provider(idle: .seconds(60)))
        ask(0, at: 0)
        welcome(at: 0)
        #expect(conversation.deadline == at(10))
        answer(2, at: 5)
        #expect(conversation.deadline == at(65))
        ask(1, at: 60)
        conversation.goOn(at(65))
        giveUp(1, at: 66)
        #expect(acts().last == "cancel 3", "an abandoned request does not keep it open")
        conversation.goOn(at(126))
        #expect(acts() == ["close"])
        ask(2, at: 126)
        #expect(acts() == ["start"])
    }

    // MARK: Its end

    @Test func sentRequestsFailWithTheProgramAndUnsentOnesGoToTheNextRun() {
        ask(0, at: 0)
        ask(1, at: 0)
        welcome(at: 0)
        _ = acts()
        conversation.ended(.exited(code: 3), now: at(1))
        conversation.goOn(at(1))
        #expect(news() == ["0 exited(code: 3)"] && acts() == ["kill", "start"])
        welcome(id: 3, at: 1)
        #expect(acts() == ["3 initialize", "4 page 1"])
        conversation.ended(.exited(code: 3), now: at(1))
        ask(2, at: 1.1)
        let rest = ChildRows.End.resting(.milliseconds(400), after: .exited(code: 3))
        #expect(news() == ["1 exited(code: 3)", "2 \(rest)"])
    }

    @Test func theProgramRestsLongerEachTimeItEnds() {
        var now = 0.0
        for pause in [0, 0.5, 1, 2, 4, 8, 16, 30, 30] {
            ask(0, at: now)
            #expect(acts() == ["start"])
            conversation.ended(.fellSilent, now: at(now))
            #expect(acts() == ["kill"] && news() == ["0 \(ChildRows.End.notSent(after: .fellSilent))"])
            if pause > 0 {
                ask(0, at: now + pause - 0.001)
                let rest = ChildRows.End.resting(.milliseconds(1), after: .fellSilent)
                #expect(acts() == [] && news() == ["0 \(rest)"])
            }
            now += pause
        }
    }

    @Test func aPageThatIsAnsweredResetsTheRestingTime() {
        for _ in 0..<2 {
            ask(0, at: 0)
            conversation.ended(.fellSilent, now: at(0))
        }
        ask(0, at: 0.5)
        welcome(at: 0.5)
        answer(2, at: 0.5)
        conversation.ended(.exited(code: 0), now: at(0.5))
        _ = acts()
        ask(1, at: 0.5)
        #expect(acts() == ["start"])
    }

    @Test func aProgramThatCannotBeStartedIsTriedAgainAtTheNextRequest() {
        ask(0, at: 0)
        conversation.couldNotStart(.couldNotStart("is not installed", .program))
        #expect(news() == ["0 couldNotStart(\"is not installed\", SearchSource.ChildRows.Obstacle.program)"])
        ask(1, at: 0)
        #expect(acts() == ["start", "start"])
    }

    // MARK: Faults

    @Test(arguments: [
        ("binary", "wrote a line that is not JSON"),
        ("[]", "wrote `[]`; a message must be an object, and batches are not allowed"),
        (#"{"id":2,"result":1}"#, "without `\"jsonrpc\": \"2.0\"`"),
        (#"{"jsonrpc":"2.0","id":2}"#, "an answer must have either `result` or `error`"),
        (#"{"jsonrpc":"2.0","id":2,"error":1}"#, "an `error` must have an integer `code` and a string `message`"),
        (#"{"jsonrpc":"2.0","result":1}"#, "has neither the `id` of a request nor a `method`"),
        (#"{"jsonrpc":"2.0","id":"2","result":1}"#, "answered a request with the id `\"2\"`, which was never made"),
        (#"{"jsonrpc":"2.0","id":1,"result":1}"#, "answered the request 1, which was answered already"),
        (#"{"jsonrpc":"2.0","id":3,"result":1}"#, "answered the request 3, which was never made"),
        (#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}"#, "answered with the error -32700"),
        (#"{"jsonrpc":"2.0","id":9,"method":"ask"}"#, "asked for `ask`; a provider sends no requests"),
        (
            #"{"jsonrpc":"2.0","method":"$/items"}"#,
            "sent `$/items` without the `id` of a request or without an array `items`"
        ),
        (
            #"{"jsonrpc":"2.0","method":"$/items","params":{"id":7,"items":[]}}"#,
            "sent `$/items` for the request 7, which was never made"
        ),
    ]) func aProtocolViolationIsReportedAndEndsTheProgram(line: String, words: String) throws {
        ask(0, at: 0)
        welcome(at: 0)
        _ = acts()
        hear(line, at: 0)
        let acts = acts()
        #expect(acts.count == 2 && acts.last == "kill")
        #expect(acts.first?.contains(words) == true, "\(acts)")
        let news = news()
        #expect(news.count == 1 && news[0].hasPrefix("0 misspoke("), "\(news)")
    }

    @Test func itemsSentForADetailAreAFault() {
        ask(0, "detail", at: 0)
        welcome(at: 0)
        hear(#"{"jsonrpc":"2.0","method":"$/items","params":{"id":2,"items":[]}}"#, at: 0)
        #expect(acts().last == "kill" && news().first?.contains("only a `page` can have them") == true)
    }

    @Test func aRefusedAnswerToInitializeFailsAllWaitingRequests() {
        ask(0, at: 0)
        ask(1, at: 0)
        conversation.started(now: at(0))
        answer(1, "{}", at: 0)
        let end = ChildRows.End.notSent(after: .misspoke("is odd"))
        #expect(news() == ["0 \(end)", "1 \(end)"])
        #expect(acts().suffix(2) == ["say is odd", "kill"])
    }
}
