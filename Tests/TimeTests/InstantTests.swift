import Testing
import Time

@Suite struct InstantTests {
    @Test func laterInstantsCompareAsGreater() {
        let early = Instant(.milliseconds(5))
        let late = early.advanced(by: .nanoseconds(1))
        #expect(early < late && early == Instant(.microseconds(5000)) && Instant() < early)
        #expect(early.duration(to: late) == .nanoseconds(1) && late.duration(to: early) == .nanoseconds(-1))
    }

    @Test func noWaitInMillisecondsOverflows() {
        let last = Instant(.milliseconds(Int.max)).advanced(by: .milliseconds(Int.max))
        #expect(Instant() < last && Instant().duration(to: last).wholeMilliseconds == .max)
        #expect(last.advanced(by: .milliseconds(Int.min)) < last)
    }

    @Test(arguments: [
        (Duration.zero, 0), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1001), 2), (.seconds(2), 2000),
        (.milliseconds(-1), 0), (.milliseconds(Int.max), .max), (.seconds(Int.max), .max),
        (.nanoseconds(Int64.max), 9_223_372_036_855),
    ])
    func aWaitInWholeMillisecondsIsNeverTooShort(_ duration: Duration, _ expected: Int) {
        #expect(duration.wholeMilliseconds == expected)
    }
}
