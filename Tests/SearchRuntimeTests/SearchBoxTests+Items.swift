import SearchRuntime
import SearchSource
import Synchronization
import Testing
import TestSupport

/// Details and actions of items.
extension SearchBoxTests {
    /// Returns a source whose details never arrive, and a function that returns how many of them are being computed.
    private static func endless() -> (FakeSource, @Sendable () -> Int) {
        final class Counter: Sendable {
            let running = Mutex(0)
        }
        let counter = Counter()
        var source = FakeSource()
        source.detailWork = { _ in
            .local(compute: { isCancelled in
                counter.running.withLock { $0 += 1 }
                while !isCancelled() {}
                counter.running.withLock { $0 -= 1 }
                return .failure(SourceError(.internal, "given up"))
            })
        }
        return (source, { counter.running.withLock(\.self) })
    }

    @Test func aCancelEndsTheDetailThatIsOpening() async throws {
        let (source, running) = Self.endless()
        let box = try SearchBox(source)
        let detail = Task { try await box.detail("1") }
        while running() == 0 { await Task.yield() }
        box.cancel()
        await #expect(throws: CancellationError.self) { try await detail.value }
    }

    @Test(.timeLimit(.minutes(10))) func aCancelledTaskAbandonsItsOwnDetailAndNoOther() async throws {
        let (source, running) = Self.endless()
        let box = try SearchBox(source)
        // Cancelled before the detail opens, while it opens, and afterwards: a task that no longer waits is released.
        for wait in 0..<100 {
            let detail = Task { try await box.detail("1") }
            for _ in 0..<wait { await Task.yield() }
            detail.cancel()
            await #expect(throws: CancellationError.self) { try await detail.value }
        }
        while running() > 0 { await Task.yield() }
        let older = Task { try await box.detail("1") }
        while running() == 0 { await Task.yield() }
        let newer = Task { try await box.detail("2") }
        await #expect(throws: CancellationError.self) { try await older.value }
        older.cancel()
        while running() != 1 { await Task.yield() }
        newer.cancel()
        await #expect(throws: CancellationError.self) { try await newer.value }
        while running() > 0 { await Task.yield() }
    }

    /// A source with one item, whose action "count" takes a while and whose action "fail" fails.
    final class Countable: Sendable {
        let count = Mutex(0)
        let isHeld = Mutex(true)

        var source: FakeSource {
            var source = FakeSource { _ in
                let actions = ["count", "fail"].map { ItemAction(name: $0, title: $0) }
                let title = "\(self.count.withLock { $0 })"
                return .known(.success(Page(items: [Item(id: "1", title: title, actions: actions)])))
            }
            source.performWork = { request in
                if request.action == "fail" { return .known(.failure(SourceError(.source, "the door is shut"))) }
                return .local(compute: { isCancelled in
                    self.count.withLock { $0 += 1 }
                    while self.isHeld.withLock({ $0 }) && !isCancelled() {}
                    return .success(Performed(message: "counted \(request.item.title)", hasChanged: true))
                })
            }
            return source
        }
    }

    @Test func anActionIsPerformedOnceToItsEndAndTheListIsUpdated() async throws {
        let countable = Countable()
        let box = try SearchBox(countable.source)
        box.submit("any")
        let seen = try #require(await states(of: box) { $0.isSettled && !$0.items.isEmpty }.last)
        let counting = Task { try await box.perform("count", with: "1", generation: seen.generation) }
        while countable.count.withLock({ $0 }) == 0 { await Task.yield() }
        // One action at a time; neither another search nor a cancel ends it.
        let busy = await #expect(throws: SourceError.self) { try await box.perform("fail", with: "1") }
        #expect(busy?.message == "\"count\" is being performed; one action runs at a time")
        box.submit("other")
        box.cancel()
        countable.isHeld.withLock { $0 = false }
        #expect(try await counting.value.message == "counted 0")
        let after = await states(of: box) { $0.items.first?.title == "1" }.last
        #expect(after?.query == "any" || after?.query == "other")
        #expect(countable.count.withLock { $0 } == 1)
    }

    @Test func anActionThatCannotBePerformedIsAnError() async throws {
        let box = try SearchBox(Countable().source)
        box.submit("any")
        let seen = try #require(await states(of: box) { $0.isSettled && !$0.items.isEmpty }.last)
        let failed = await #expect(throws: SourceError.self) { try await box.perform("fail", with: "1") }
        #expect(failed?.message == "the door is shut")
        let unknown = await #expect(throws: SourceError.self) { try await box.perform("open", with: "1") }
        #expect(unknown?.message == "\"0\" has no action \"open\"")
        box.submit("other")
        _ = await states(of: box) { $0.query == "other" && $0.isSettled }
        let older = await #expect(throws: SourceError.self) {
            try await box.perform("fail", with: "1", generation: seen.generation)
        }
        #expect(older?.isNoSuchItem == true)
    }
}
