import Dispatch
import SearchSource
import Synchronization
import Testing
import TestSupport

@testable import Engine
@testable import FetchHost
@testable import Platform

@Suite struct WorkersTests {
    private let wakeup: Wakeup
    private let workers: Workers

    init() throws {
        wakeup = try Wakeup()
        workers = Workers(wakeup: wakeup)
    }

    @Test func allJobsFinish() {
        for number in 1...50 { workers.start(job { _ in }, id: FetchID(number)) }
        #expect(Set(finished(50)) == Set(1...50))
        #expect(workers.takeFinished().isEmpty)
    }

    @Test func jobsOfOneLineStartInOrder() {
        let order = Mutex([Int]())
        let blocker = Blocker(on: workers)
        for number in 1...20 { workers.start(job { _ in order.withLock { $0.append(number) } }, id: FetchID(number)) }
        blocker.release()
        #expect(finished(20 + blocker.count).count == 20 + blocker.count)
        // With several threads, neighbouring jobs may overtake each other.
        if blocker.count == 1 { #expect(order.withLock { $0 } == Array(1...20)) }
    }

    @Test(arguments: [LocalJob.Line.reading, .adapting, .intake, .disposal])
    func aLineDoesNotWaitForAnotherLine(_ line: LocalJob.Line) {
        let blocker = Blocker(on: workers)
        workers.start(job(in: line) { _ in }, id: FetchID(1))
        #expect(finished(1) == [1])
        blocker.release()
        #expect(finished(blocker.count).count == blocker.count)
    }

    /// A source whose SELECT runs for seconds must not keep all others from finding anything.
    @Test func noSourceWaitsForAnotherSource() {
        let blocker = Blocker(on: workers)
        workers.start(job(of: "other") { _ in }, id: FetchID(1))
        #expect(finished(1) == [1])
        blocker.release()
        #expect(finished(blocker.count).count == blocker.count)
    }

    @Test func aCancelledJobIsNotifiedAndNotReported() {
        let (began, wasTold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        workers.start(
            job { isCancelled in
                began.signal()
                while !isCancelled() {}
                wasTold.signal()
            }, id: FetchID(1))
        began.wait()
        workers.cancel(FetchID(1))
        workers.cancel(FetchID(99))
        workers.start(job { _ in }, id: FetchID(2))
        #expect(finished(1) == [2])
        #expect(wasTold.wait(timeout: .now() + 30) == .success)
    }

    /// Without any thread, jobs run where they are started; if a thread of the line runs, they wait for it.
    @Test func ifNoThreadCanBeStartedAnExistingOneDoesTheJob() {
        let isFirst = Atomic(true)
        let workers = Workers(wakeup: wakeup, mostThreads: 2) { body throws(SystemError) in
            guard isFirst.exchange(false, ordering: .relaxed) else { throw SystemError(answer: -11) }
            try WorkerThread.start(body)
        }
        let (began, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        workers.start(
            job { _ in
                began.signal()
                goOn.wait()
            }, id: FetchID(1))
        began.wait()
        workers.start(job { _ in }, id: FetchID(2))
        #expect(workers.takeFinished().isEmpty)
        workers.start(job(in: .reading) { _ in }, id: FetchID(3))
        #expect(workers.takeFinished().map(\.id.number) == [3])
        goOn.signal()
        #expect(finished(2, by: workers) == [1, 2])
    }

    /// This would take minutes if the cost of a superseded job grew with the number of waiting ones.
    @Test func supersededJobsCostNothing() {
        let blocker = Blocker(on: workers)
        let live = Live()
        let took = processorTime {
            for number in 1...100_000 {
                let payload = Payload(live)
                workers.start(job { _ in withExtendedLifetime(payload) {} }, id: FetchID(number))
                if number > 100 { workers.cancel(FetchID(number - 100)) }
            }
        }
        #expect(took < .seconds(60))
        let count = live.count.load(ordering: .relaxed)
        #expect(count == 100)
        blocker.release()
        let last = Set(finished(100 + blocker.count).filter { $0 > 0 })
        #expect(last == Set(99_901...100_000))
    }

    /// Waits for so many jobs to finish and returns their numbers.
    private func finished(_ count: Int, by workers: Workers? = nil) -> [Int] {
        let workers = workers ?? self.workers
        var polled = PollSet()
        let place = polled.add(wakeup.readEnd, for: .readable)
        var numbers: [Int] = []
        while numbers.count < count {
            polled.wait(atMost: .milliseconds(30_000))
            guard polled[place] == .readable else {
                Issue.record("only \(numbers.count) of \(count) jobs were finished")
                break
            }
            wakeup.drain()
            numbers += workers.takeFinished().map(\.id.number)
        }
        return numbers
    }
}

private func job(
    of source: String = "test", in line: LocalJob.Line? = nil,
    _ body: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> Void
) -> LocalJob {
    LocalJob(source: source, question: .detail(""), line: line ?? .source(ExactText(source))) { isCancelled in
        body(isCancelled)
        return .page(.success(Page(items: [])))
    }
}

/// Keeps all worker threads busy until it is released. Its jobs have negative numbers.
private struct Blocker {
    let count = Workers.mostThreads
    private let semaphore = DispatchSemaphore(value: 0)

    init(on workers: Workers) {
        for number in 1...count {
            workers.start(job { [semaphore] _ in semaphore.wait() }, id: FetchID(-number))
        }
    }

    func release() {
        for _ in 0..<count { semaphore.signal() }
    }
}

/// Counts the payloads that exist.
private final class Live: Sendable {
    let count = Atomic(0)
}

/// Something that a job holds.
private final class Payload: Sendable {
    private let live: Live

    init(_ live: Live) {
        self.live = live
        live.count.add(1, ordering: .relaxed)
    }

    deinit {
        live.count.subtract(1, ordering: .relaxed)
    }
}
