import Signals
import Testing

@Suite struct DebounceTests {
    /// The values are controls too: `n` asks for no delay at all, `x` drops the waiting value, all others wait 3 ms.
    func debounced(_ diagram: String) -> String {
        Marbles().run(diagram) { marbles in
            marbles.input.signal.debounce(
                for: { $0 == "n" ? .zero : $0 == "x" ? nil : .milliseconds(3) }, on: marbles.timeline)
        }
    }

    @Test func emitsTheNewestValueOnceNoneHasArrivedForTheDelay() {
        #expect(debounced("a-b-c-----d---") == "-------c-----d")
    }

    @Test func atATieTheTimerFiresBeforeTheValue() {
        #expect(debounced("a--b---") == "---a--b")
    }

    @Test func aValueWithoutDelayPassesAtOnceAndReplacesTheWaitingOne() {
        #expect(debounced("a-n-----") == "--n-----")
    }

    @Test func aNilDelayDropsTheWaitingValue() {
        #expect(debounced("a-x-----b---") == "-----------b")
    }

    @Test func aFailureIsAValue() {
        #expect(debounced("#---a---") == "---#---a")
    }

    @Test func cancellingDropsTheWaitingValue() {
        #expect(debounced("a-!-----") == "--------")
    }

    @Test func aValueSentDuringADeliveryIsDebouncedToo() {
        let drawn = Marbles().run("a-------") { marbles in
            marbles.input.signal
                .debounce(for: { _ in .milliseconds(2) }, on: marbles.timeline)
                .map { value in
                    if value == "a" { marbles.input.send("b") }
                    return value
                }
        }
        #expect(drawn == "--a-b---")
    }
}
