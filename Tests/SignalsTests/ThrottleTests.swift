import Signals
import Testing

@Suite struct ThrottleTests {
    func throttled(_ diagram: String) -> String {
        Marbles().run(diagram) { $0.input.signal.throttle(for: 5, on: $0.timeline) }
    }

    @Test func passesTheFirstAndSwallowsTheRest() {
        #expect(throttled("a-b-c--d--") == "a------d--")
    }

    @Test func tieAValueExactlyAtTheEndPasses() {
        #expect(throttled("a----b---c") == "a----b----")
    }

    @Test func twoInOneInstantAreOne() {
        #expect(throttled("(ab)-----") == "a-----")
    }

    @Test func aFailureIsAValue() {
        #expect(throttled("#-a--a") == "#----a")
    }

    @Test func cancelEndsIt() {
        #expect(throttled("a-!----b") == "a-------")
    }

    @Test func aValueSentFromInsideADeliveryIsSwallowedToo() {
        let drawn = Marbles().run("a------b") { marbles in
            marbles.input.signal.throttle(for: 5, on: marbles.timeline).map { value in
                if value == "a" { marbles.input.send("c") }
                return value
            }
        }
        #expect(drawn == "a------b")
    }
}
