import Signals
import Testing

@Suite struct ReactTests {
    /// Returns a relay that requests what `marbles` feeds it, and nothing at `0`.
    private func asking(_ marbles: Marbles) -> Relay<Character?> {
        let relay = Relay<Character?>(nil)
        marbles.input.signal.subscribe { mark in relay.update { $0 = mark == "0" ? nil : mark } }
        return relay
    }

    /// Returns the output if each request becomes a signal that emits it in upper case `delay` later.
    private func latest(_ diagram: String, delay: Duration = .milliseconds(3)) -> String {
        Marbles().run(diagram) { marbles in
            asking(marbles).react(to: { $0 }) { value in
                marbles.timeline.timer(at: marbles.timeline.now.advanced(by: delay))
                    .map { Character(value.uppercased()) }
            }
        }
    }

    @Test func aNewRequestCancelsThePreviousOne() {
        #expect(latest("a-b----c---") == "-----B----C")
    }

    @Test func anAnswerDueAtTheInstantOfANewRequestStillCounts() {
        #expect(latest("a--b---") == "---A--B")
    }

    @Test func aFailureIsAValue() {
        #expect(latest("#---b---") == "---#---B")
    }

    @Test func aWithdrawnRequestIsNotAnswered() {
        #expect(latest("a-0----b---") == "----------B")
    }

    @Test func theSameRequestIsNotMadeAgain() {
        #expect(latest("a-a----a---") == "---A-------")
    }

    @Test func cancellingEndsTheRunningRequest() {
        #expect(latest("a-!----") == "-------")
    }

    @Test func noRequestIsMadeAfterCancelling() {
        #expect(latest("!-a----") == "-------")
    }

    @Test func aRequestThatAlreadyExistsIsMadeOnSubscribing() {
        let relay = Relay<Character?>("a")
        var seen: [Character] = []
        relay.react(to: { $0 }, with: Signal.just).subscribe { seen.append($0) }
        #expect(seen == ["a"])
    }

    @Test func anImmediateAnswerIsPassedOn() {
        let drawn = Marbles().run("a-b") { asking($0).react(to: { $0 }, with: Signal.just) }
        #expect(drawn == "a-b")
    }

    @Test func aSignalThatEmitsAfterBeingCancelledIsIgnored() {
        var leaked: [(Character) -> Void] = []
        let drawn = Marbles().run("ab-c") { marbles in
            asking(marbles).react(to: { $0 }) { value in
                Signal { receive in
                    leaked.append(receive)
                    if value == "c" { leaked[0]("1"); leaked[1]("2"); leaked[2]("3") }
                    return Subscription {}
                }
            }
        }
        #expect(drawn == "---3")
        for receive in leaked { receive("4") }
    }

    @Test func aNewRequestCausedByAnImmediateAnswerWins() {
        var ended: [Character] = []
        let drawn = Marbles().run("a----") { marbles in
            let relay = asking(marbles)
            return relay.react(to: { $0 }) { value in
                Signal { receive in
                    receive(value)
                    if value == "a" { relay.update { $0 = "b" } }
                    return Subscription { ended.append(value) }
                }
            }
        }
        #expect(drawn == "(ab)----")
        #expect(ended == ["a", "b"])
    }
}
