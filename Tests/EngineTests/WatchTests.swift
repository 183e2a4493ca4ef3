import Engine
import SearchSource
import Synchronization
import Testing
import TestSupport
import Time

/// A source that may be changed from outside is checked for changes for as long as a client sees a list from it.
@Suite struct WatchTests {
    /// A source that changes when the test says so.
    private final class Changing: WatchedSource {
        let info: SourceInfo
        let hasChanged = Mutex(false)
        let looks = Mutex<[Instant]>([])
        let watchers = Mutex(0)

        /// A watcher that records when it is asked to check.
        private final class Looker: Watcher {
            private let source: Changing

            init(_ source: Changing) {
                self.source = source
                source.watchers.withLock { $0 += 1 }
            }

            deinit { source.watchers.withLock { $0 -= 1 } }

            func hasChanged(at now: Instant) -> Bool {
                source.looks.withLock { $0.append(now) }
                return source.hasChanged.withLock { $0 }
            }
        }

        init() {
            var pacing = Pacing()
            pacing.debounce = .zero
            pacing.minLength = 0
            info = FakeSource(pacing: pacing, isLocal: true).info
        }

        func page(_ request: PageRequest) -> Work<Page> { FakeSource().page(request) }
        func detail(_ request: DetailRequest) -> Work<Detail> { FakeSource().detail(request) }

        func watcher() -> any Watcher { Looker(self) }
    }

    private let source = Changing()
    private let harness: EngineHarness

    init() { harness = EngineHarness(source) }

    private func search(_ query: String) {
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": .string(query)]])
    }

    /// Finishes the check that is running; returns whether there was one.
    private func endLook() -> Bool {
        for (id, fetch) in harness.running {
            guard case .local(let job) = fetch, job.question == nil else { continue }
            harness.finish(id, .computed(job.compute { false }))
            return true
        }
        return false
    }

    /// The times of all checks so far, in milliseconds.
    private var looks: [Int] { source.looks.withLock { $0.map { Instant().duration(to: $0).wholeMilliseconds } } }

    @Test func theSourceIsCheckedEverySecondWhileAListIsShown() {
        harness.advance(to: 5000)
        #expect(!endLook(), "nobody has searched")
        search("a")
        #expect(!endLook(), "there is no list yet")
        harness.answer(["1"])
        for now in stride(from: 5000, through: 8000, by: 1000) {
            #expect(endLook(), "at \(now)")
            #expect(!endLook(), "one at a time")
            harness.advance(to: now + 1000)
        }
        #expect(looks == [5000, 6000, 7000, 8000])
    }

    @Test func aSlowCheckIsFollowedByALongPause() {
        search("a")
        harness.answer(["1"])
        harness.advance(to: 200)
        #expect(endLook())
        harness.advance(to: 4199)
        #expect(!endLook())
        harness.advance(to: 4200)
        #expect(endLook())
    }

    @Test func aChangeCausesTheListToBeReadAgain() {
        search("a")
        harness.answer(["1"])
        #expect(endLook())
        source.hasChanged.withLock { $0 = true }
        harness.advance(to: 1000)
        #expect(endLook())
        _ = harness.takeTexts()
        harness.advance(to: 1001)
        // The first read is not shown; the second one is.
        harness.answer(["1", "2"])
        harness.answer(["1", "2"])
        #expect(harness.takeTexts().contains { $0.contains("\"items\"") && $0.contains("\"count\":2") })
    }

    @Test func noChecksAreMadeOnceTheListIsGone() {
        search("a")
        harness.answer(["1"])
        #expect(endLook())
        #expect(source.watchers.withLock { $0 } == 1)
        harness.send(["jsonrpc": "2.0", "method": "closeSession", "params": ["session": "default"]])
        harness.advance(to: 60_000)
        #expect(!endLook() && !harness.hasWake)
        while harness.takeAsk() != nil {}  // Each holds its watcher.
        #expect(source.watchers.withLock { $0 } == 0)
        search("a")
        harness.answer(["1"])
        #expect(endLook(), "the checks begin again")
    }

    @Test func aRunningCheckIsNotShownAsLoadingAndDoesNotDelayTheExit() {
        search("a")
        harness.answer(["1"])
        _ = harness.takeTexts()
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "getState"])
        #expect(harness.takeTexts().last?.contains("\"loading\":false") == true)
        harness.handle(.inputEnded)
        #expect(harness.exit != nil)
    }
}
