import Signals
import Testing

/// The operators without time: what they do with values, and that cancelling and failure values are nothing special.
@Suite struct OperatorTests {
    @Test func mapTransformsEachValue() {
        #expect(Marbles().run("ab-#!c") { $0.input.signal.map { $0 == "b" ? "x" : $0 } } == "ax-#--")
    }

    @Test func mergeKeepsTheOrderOfArrivalAndAtATieThatOfSubscription() {
        let drawn = Marbles().run("a-b-!c", with: "-x#--y") { .merge($0.input.signal, $0.other.signal) }
        #expect(drawn == "ax(b#)---")
        let twice = Marbles().run("a-b") { marbles in
            .merge(marbles.input.signal.map { Character($0.uppercased()) }, marbles.input.signal)
        }
        #expect(twice == "(Aa)-(Bb)")
    }
}
