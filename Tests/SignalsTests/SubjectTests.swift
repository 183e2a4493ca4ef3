import Signals
import Testing

@Suite struct SubjectTests {
    @Test func aValueSentDuringADeliveryReachesEverySubscriberAfterTheCurrentOne() {
        let subject = Subject<Int>()
        var seen: [String] = []
        subject.signal.subscribe { value in
            seen.append("first \(value)")
            if value == 1 { subject.send(2) }
        }
        subject.signal.subscribe { seen.append("second \($0)") }
        subject.send(1)
        #expect(seen == ["first 1", "second 1", "first 2", "second 2"])
    }

    @Test func aSubscriberCancelledDuringADeliveryGetsNothingMore() {
        let subject = Subject<Int>()
        var seen: [Int] = []
        var second: Subscription?
        subject.signal.subscribe { _ in second?.cancel() }
        second = subject.signal.subscribe { seen.append($0) }
        subject.send(1)
        #expect(seen.isEmpty)
    }

    @Test func aSubscriptionMadeDuringADeliveryStartsWithTheNextValue() {
        let subject = Subject<Int>()
        var seen: [Int] = []
        var hasSubscribed = false
        subject.signal.subscribe { _ in
            guard !hasSubscribed else { return }
            hasSubscribed = true
            subject.signal.subscribe { seen.append($0) }
        }
        subject.send(1)
        subject.send(2)
        #expect(seen == [2])
    }

    @Test func cancellingTwiceIsTheSameAsCancellingOnce() {
        var ends = 0
        let subscription = Subscription { ends += 1 }
        subscription.cancel()
        subscription.cancel()
        #expect(ends == 1)
    }
}
