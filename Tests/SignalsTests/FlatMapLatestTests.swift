import Signals
import Testing

@Suite struct FlatMapLatestTests {
    /// Each value becomes a signal that says it again, in upper case, `delay` later.
    func latest(_ diagram: String, delay: Milliseconds = 3) -> String {
        Marbles().run(diagram) { marbles in
            marbles.input.signal.flatMapLatest { value in
                marbles.timeline.timer(at: marbles.timeline.now.advanced(by: delay))
                    .map { Character(value.uppercased()) }
            }
        }
    }

    @Test func theNewestCancelsTheOneBefore() {
        #expect(latest("a-b----c---") == "-----B----C")
    }

    @Test func tieAnAnswerDueAtTheInstantOfANewValueStillCounts() {
        #expect(latest("a--b---") == "---A--B")
    }

    @Test func aFailureIsAValue() {
        #expect(latest("#---b---") == "---#---B")
    }

    @Test func cancelEndsTheInnerSignalToo() {
        #expect(latest("a-!----") == "-------")
    }

    @Test func anAnswerAtOnceIsHandedOn() {
        let drawn = Marbles().run("a-b") { $0.input.signal.flatMapLatest(Signal.just) }
        #expect(drawn == "a-b")
    }

    @Test func anInnerSignalThatSpeaksAfterItsCancelIsNotHeard() {
        var leaked: [(Character) -> Void] = []
        let drawn = Marbles().run("ab-c") { marbles in
            marbles.input.signal.flatMapLatest { value in
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

    @Test func aNewValueCausedByAnAnswerAtOnceWins() {
        var ended: [Character] = []
        let drawn = Marbles().run("a----") { marbles in
            let inputs = Subject<Character>()
            marbles.input.signal.subscribe(inputs.send)
            return Signal { receive in
                inputs.signal.flatMapLatest { value in
                    Signal { inner in
                        inner(value)
                        if value == "a" { inputs.send("b") }
                        return Subscription { ended.append(value) }
                    }
                }.subscribe(receive)
            }
        }
        #expect(drawn == "(ab)----")
        #expect(ended == ["a", "b"])
    }
}
