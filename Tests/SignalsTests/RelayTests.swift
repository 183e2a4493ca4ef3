import Signals
import Testing

@Suite struct RelayTests {
    struct Value {
        var part: Character
        var rest = 0
    }

    /// Returns a relay whose `part` is what `marbles` feeds it; the rest of its value changes as well.
    private func fed(_ marbles: Marbles) -> Relay<Value> {
        let relay = Relay(Value(part: "0"))
        marbles.input.signal.subscribe { character in
            relay.update { $0.part = character }
            relay.update { $0.rest += 1 }
        }
        return relay
    }

    @Test func aPartIsEmittedImmediatelyAndThenWheneverItChanges() {
        let drawn = Marbles().run("-aab-a##!b") { marbles in
            let relay = fed(marbles)
            return relay.distinct { $0.part }
        }
        #expect(drawn == "0a-b-a#---")
    }

    @Test func aChangeMadeDuringANotificationIsReportedAfterIt() {
        let relay = Relay(0)
        var seen: [String] = []
        relay.distinct { $0 }.subscribe { value in
            if value == 1 { relay.update { $0 = 2 } }
            seen.append("first \(value) holding \(relay.value)")
        }
        relay.distinct { $0 }.subscribe { seen.append("second \($0)") }
        relay.update { $0 = 1 }
        #expect(seen == ["first 0 holding 0", "second 0", "first 1 holding 2", "second 2", "first 2 holding 2"])
    }

    @Test func anUpdateReturnsWhatTheChangeReturns() {
        let relay = Relay([1])
        #expect(relay.update { $0.popLast() } == 1 && relay.value.isEmpty)
    }
}
