import Signals
import Testing
import TestSupport
import Time

@Suite struct TimelineTests {
    let timeline = Timeline()

    func at(_ milliseconds: Int) -> Instant { Instant(.milliseconds(milliseconds)) }

    @Test func timersFireByDeadlineAndAtATieInTheOrderTheyWereSet() {
        var fired: [String] = []
        let first = timeline.timer { fired.append("first") }
        let second = timeline.timer { fired.append("second") }
        let early = timeline.timer { fired.append("early") }
        second.set(at: at(5))
        first.set(at: at(5))
        early.set(at: at(4))
        timeline.advance(to: at(4))
        #expect(fired == ["early"])
        timeline.advance(to: at(5))
        #expect(fired == ["early", "second", "first"])
        #expect(timeline.nextWake == nil)
    }

    @Test func whileATimerFiresNowIsItsDeadline() {
        var seen: [Instant] = []
        let timer = timeline.timer { [timeline] in seen.append(timeline.now) }
        timer.set(at: at(3))
        timeline.advance(to: at(100))
        #expect(seen == [at(3)])
        #expect(timeline.now == at(100))
    }

    @Test func aTimerSetByATimerFiresInTheSameAdvanceIfItIsDue() {
        var seen: [Instant] = []
        var repeats: Timeline.Timer?
        repeats = timeline.timer { [timeline] in
            seen.append(timeline.now)
            repeats?.set(after: .milliseconds(10))
        }
        repeats?.set(after: .milliseconds(10))
        timeline.advance(to: at(35))
        #expect(seen == [at(10), at(20), at(30)])
        #expect(timeline.nextWake == at(40))
        repeats?.stop()
        repeats = nil
    }

    @Test func rearmingForLaterMovesTheDeadlineAndTheOrderAtATie() {
        var fired: [String] = []
        let moved = timeline.timer { fired.append("moved") }
        let other = timeline.timer { fired.append("other") }
        moved.set(at: at(1))
        other.set(at: at(5))
        moved.set(at: at(5))
        #expect(timeline.nextWake == at(1), "waking early costs less than moving the entry at each keystroke")
        timeline.advance(to: at(4))
        #expect(fired.isEmpty)
        #expect(timeline.nextWake == at(5))
        timeline.advance(to: at(5))
        #expect(fired == ["other", "moved"])
    }

    @Test func rearmingForEarlierFiresOnceAndEarlier() {
        var fired: [Instant] = []
        let timer = timeline.timer { [timeline] in fired.append(timeline.now) }
        timer.set(at: at(9))
        timer.set(at: at(2))
        #expect(timeline.armedTimers == 1)
        timeline.advance(to: at(20))
        #expect(fired == [at(2)])
    }

    @Test func aStoppedTimerDoesNotFireAndCanBeSetAgain() {
        var fired = 0
        let timer = timeline.timer { fired += 1 }
        timer.set(at: at(1))
        timer.stop()
        #expect(timeline.armedTimers == 0)
        timeline.advance(to: at(2))
        #expect(fired == 0 && timeline.nextWake == nil)
        timer.set(at: at(3))
        timeline.advance(to: at(3))
        #expect(fired == 1)
    }

    @Test func timeNeverGoesBackAndAnOverdueTimerFiresNow() {
        timeline.advance(to: at(10))
        timeline.advance(to: at(5))
        #expect(timeline.now == at(10))
        var fired: [Instant] = []
        let late = timeline.timer { [timeline] in fired.append(timeline.now) }
        late.set(at: at(1))
        timeline.advance(to: at(10))
        #expect(fired == [at(10)])
    }

    @Test func aTimerSignalFiresOnceAndCancellingDisarmsIt() {
        var fired = 0
        timeline.timer(at: at(3)).subscribe { fired += 1 }
        let cancelled = timeline.timer(at: at(3)).subscribe { fired += 10 }
        cancelled.cancel()
        timeline.advance(to: at(9))
        #expect(fired == 1)
    }

    /// Compares with the plainest possible model: a list that is searched for its smallest entry each time.
    @Test func tenThousandRandomStepsFireLikeASortedList() {
        var random = SplitMix(seed: 7)
        var fired: [Int] = []
        let timers = (0..<40).map { index in timeline.timer { fired.append(index) } }
        var model: [(deadline: Int, order: Int, index: Int)] = []
        var expected: [Int] = []
        var now = 0
        for order in 0..<10_000 {
            let index = Int(random.next() % 40)
            switch random.next() % 8 {
            case 0:
                now += Int(random.next() % 9)
                timeline.advance(to: at(now))
                let due = model.filter { $0.deadline <= now }
                    .sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
                expected += due.map(\.index)
                model.removeAll { $0.deadline <= now }
            case 1, 2:
                timers[index].stop()
                model.removeAll { $0.index == index }
            default:
                let deadline = now + Int(random.next() % 20)
                timers[index].set(at: at(deadline))
                model.removeAll { $0.index == index }
                model.append((deadline, order, index))
            }
            #expect(timeline.armedTimers == model.count)
            if let earliest = model.map(\.deadline).min() {
                #expect((timeline.nextWake ?? at(.max / 1_000_000)) <= at(earliest))
            }
        }
        #expect(fired == expected && fired.count > 500)
    }

    @Test func stoppedTimersRetainNothingWhenNoneIsArmed() {
        final class Kept {}
        weak var kept: Kept?
        func stopped() {
            let new = Kept()
            kept = new
            let timer = timeline.timer { withExtendedLifetime(new) {} }
            timer.set(at: at(10))
            timer.stop()
        }
        stopped()
        #expect(kept == nil)
        let other = timeline.timer {}
        other.set(at: at(5))
        stopped()
        timeline.advance(to: at(5))
        #expect(kept == nil && timeline.nextWake == nil)
    }

    @Test func stoppedTimersDoNotPileUp() {
        var alive = 0
        final class Counted {
            let onEnd: () -> Void
            init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
            deinit { onEnd() }
        }
        for _ in 0..<100_000 {
            alive += 1
            let counted = Counted { alive -= 1 }
            let dropped = timeline.timer { _ = counted }
            dropped.set(at: at(1_000))
            dropped.stop()
        }
        #expect(alive < 1_000)
    }
}
