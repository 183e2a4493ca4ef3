import Engine
import Platform
import Synchronization

/// Runs local jobs on threads of their own, so that the loop never waits for one.
///
/// A thread lives while there are jobs: it takes one after the other, and ends when none is left. There are never more
/// than `mostThreads`, and none at all while nothing is computed.
final class Workers: Sendable {
    private struct State {
        var waiting: [Task] = []
        var tasks: [FetchID: Task] = [:]
        var finished: [(id: FetchID, computed: Computed)] = []
        var threads = 0
    }

    private final class Task: Sendable {
        let id: FetchID
        let job: LocalJob
        let isCancelled = Atomic(false)

        init(id: FetchID, job: LocalJob) {
            self.id = id
            self.job = job
        }
    }

    private static let mostThreads = 4

    private let state = Mutex(State())
    private let wakeup: Wakeup

    /// Workers that wake the loop when something is finished.
    init(wakeup: Wakeup) {
        self.wakeup = wakeup
    }

    /// Starts a job, now or when a thread is free.
    func start(_ job: LocalJob, id: FetchID) {
        let task = Task(id: id, job: job)
        let needsThread = state.withLock { state in
            state.tasks[id] = task
            state.waiting.append(task)
            guard state.threads < Self.mostThreads else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        do {
            try WorkerThread.start { [self] in work(isThread: true) }
        } catch {
            state.withLock { $0.threads -= 1 }
            // Without threads it is done here: slowly, but it is done.
            work(isThread: false)
        }
    }

    /// Gives up a job: one that waits is forgotten, one that runs is told.
    func cancel(_ id: FetchID) {
        state.withLock { state in
            guard let task = state.tasks.removeValue(forKey: id) else { return }
            task.isCancelled.store(true, ordering: .relaxed)
            state.waiting.removeAll { $0 === task }
        }
    }

    /// What has been computed since this was last asked.
    func takeFinished() -> [(id: FetchID, computed: Computed)] {
        state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }

    private func work(isThread: Bool) {
        while let task = next(isThread: isThread) {
            let computed = task.job.compute { task.isCancelled.load(ordering: .relaxed) }
            state.withLock { state in
                guard state.tasks.removeValue(forKey: task.id) != nil else { return }
                state.finished.append((task.id, computed))
            }
            wakeup.wake()
        }
    }

    /// The next job; without one, the thread is no more.
    private func next(isThread: Bool) -> Task? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                if isThread { state.threads -= 1 }
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
