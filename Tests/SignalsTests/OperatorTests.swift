import Signals
import Testing

/// The operators without time: what they do with values, and that cancel and failure values are nothing special.
@Suite struct OperatorTests {
    @Test func mapAndFilterAndCompactMap() {
        #expect(Marbles().run("ab-#!c") { $0.input.signal.map { $0 == "b" ? "x" : $0 } } == "ax-#--")
        #expect(Marbles().run("ab-#!a") { $0.input.signal.filter { $0 != "b" } } == "a--#--")
        #expect(Marbles().run("ab-#!a") { $0.input.signal.compactMap { $0 == "b" ? nil : $0 } } == "a--#--")
    }

    @Test func removeDuplicatesComparesWithTheOneBeforeOnly() {
        #expect(Marbles().run("aab-a##!b") { $0.input.signal.removeDuplicates() } == "a-b-a#---")
        #expect(Marbles().run("(aa)b(ba)") { $0.input.signal.removeDuplicates() } == "aba")
    }

    @Test func removeDuplicatesKnowsAValueThatComesFromInsideADelivery() {
        let drawn = Marbles().run("a--b") { marbles in
            marbles.input.signal.removeDuplicates().map { value in
                if value == "a" { marbles.input.send("a") }
                return value
            }
        }
        #expect(drawn == "a--b")
    }

    @Test func mergeKeepsTheOrderOfComingAndAtATieTheOrderOfSubscribing() {
        let drawn = Marbles().run("a-b-!c", with: "-x#--y") { .merge($0.input.signal, $0.other.signal) }
        #expect(drawn == "ax(b#)---")
        let twice = Marbles().run("a-b") { marbles in
            .merge(marbles.input.signal.map { Character($0.uppercased()) }, marbles.input.signal)
        }
        #expect(twice == "(Aa)-(Bb)")
    }

    @Test func withLatestFromReadsTheRelayAtThatMoment() {
        let relay = Relay<Character>("-")
        let drawn = Marbles().run("a-a-#!a", with: "-x---y-") { marbles in
            marbles.other.signal.subscribe(relay.accept)
            return marbles.input.signal.withLatestFrom(relay) { value, latest in value == "#" ? "#" : latest }
        }
        #expect(drawn == "--x-#--")
    }

    @Test func scanFoldsAndFoldsAtOnceWhatItsOwnStateCauses() {
        let folded = Marbles().run("ab-#!c") { marbles in
            let relay = Relay<Character>("0")
            return Signal { receive in
                let subscription = marbles.input.signal.scan(into: relay) { $0 = $1 == "#" ? "#" : max($0, $1) }
                let told = relay.signal.filter { $0 != "0" }.subscribe(receive)
                return Subscription {
                    subscription.cancel()
                    told.cancel()
                }
            }
        }
        #expect(folded == "ab-#--")
        let feedback = Subject<Int>()
        let sum = Relay(0)
        var states: [Int] = []
        let subscription = feedback.signal.scan(into: sum) { $0 += $1 }
        sum.signal.subscribe { state in
            states.append(state)
            if (1..<3).contains(state) { feedback.send(1) }
        }
        feedback.send(1)
        subscription.cancel()
        #expect(states == [0, 1, 2, 3])
    }

    @Test func shareRunsTheUpstreamOnceAndEndsItWithTheLastSubscriber() {
        var running = 0
        let source = Subject<Int>()
        let shared = Signal<Int> { receive in
            running += 1
            let subscription = source.signal.subscribe(receive)
            return Subscription {
                subscription.cancel()
                running -= 1
            }
        }.share()
        var first: [Int] = []
        var second: [Int] = []
        let one = shared.subscribe { first.append($0) }
        let two = shared.subscribe { second.append($0) }
        source.send(1)
        #expect(running == 1)
        one.cancel()
        source.send(2)
        two.cancel()
        source.send(3)
        #expect(running == 0)
        #expect(first == [1] && second == [1, 2])
        let again = shared.subscribe { first.append($0) }
        source.send(4)
        again.cancel()
        #expect(first == [1, 4])
    }

    @Test func expandFollowsUntilNothingFollows() {
        let follow: [Character: Character] = ["a": "b", "b": "c"]
        func chain(_ marbles: Marbles, _ value: Character) -> Signal<Character> {
            marbles.timeline.timer(at: marbles.timeline.now.advanced(by: 2)).map { value }
        }
        func run(_ diagram: String) -> String {
            Marbles().run(diagram) { marbles in
                marbles.input.signal.flatMapLatest { value in
                    chain(marbles, value).expand { value in follow[value].map { chain(marbles, $0) } }
                }
            }
        }
        #expect(run("a-------") == "--a-b-c-")
        #expect(run("a----!--") == "--a-b---")
        #expect(run("a--c-----") == "--a--c---")
        #expect(run("#--a------") == "--#--a-b-c")
    }
}
