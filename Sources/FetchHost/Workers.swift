import Bytes
import Engine
import Platform
import SearchSource
import Synchronization

/// Runs local jobs on threads of their own, so that the loop never waits for one.
///
///     start ──→ waiting ──thread free──→ running ──→ finished ──takeFinished──→ gone
///                  └──────────cancel──────┴──→ gone: what it holds is let go, as soon as it gives up
///
/// A thread lives while there are jobs: it takes one after the other, and ends when none is left. There are never more
/// than `mostThreads` for each line of jobs, and none at all while nothing is done.
package final class Workers: Sendable {
    /// How many jobs of a line run at once: one core is the loop's, and beyond four it is memory that
    /// is slow.
    package static let mostThreads = min(max(ThisProcess.processors - 1, 1), 4)

    private final class Job: Sendable {
        let id: FetchID
        let line: LocalJob.Line
        let compute: @Sendable (_ isCancelled: @Sendable () -> Bool) -> Computed
        let isCancelled = Atomic(false)

        init(_ local: LocalJob, id: FetchID) {
            self.id = id
            line = local.line
            compute = local.compute
        }
    }

    /// The jobs of one line that no thread has taken yet.
    private struct Line {
        /// In order. Those that were cancelled are passed over.
        var waiting = Queue<FetchID>()
        var cancelled = 0
        var threads = 0
    }

    private struct State {
        /// Whatever is wanted.
        var jobs: [FetchID: (job: Job, isRunning: Bool)] = [:]
        /// The lines of jobs that wait or run.
        private var lines: [LocalJob.Line: Line] = [:]
        var finished: [(id: FetchID, computed: Computed)] = []

        subscript(line: LocalJob.Line) -> Line {
            get { lines[line] ?? Line() }
            _modify { yield &lines[line, default: Line()] }
        }

        /// Forgets a line whose last thread has ended: there is nothing in it.
        mutating func forget(_ line: LocalJob.Line) {
            if self[line].threads == 0 { lines[line] = nil }
        }

        /// Takes the cancelled jobs out of a line, before they are more than the others.
        mutating func sweep(_ line: LocalJob.Line) {
            guard self[line].cancelled > self[line].waiting.count / 2 else { return }
            self[line].waiting.removeAll { [jobs] in jobs[$0] == nil }
            self[line].cancelled = 0
        }
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup

    /// Workers that wake the loop when something is finished.
    package init(wakeup: Wakeup) {
        self.wakeup = wakeup
    }

    /// Starts a job, now or when a thread is free.
    package func start(_ local: LocalJob, id: FetchID) {
        let job = Job(local, id: id)
        let line = job.line
        let needsThread = state.withLock { state in
            state.jobs[id] = (job, false)
            state[line].waiting.append(id)
            guard state[line].threads < Self.mostThreads else { return false }
            state[line].threads += 1
            return true
        }
        guard needsThread else { return }
        do {
            try WorkerThread.start { [self] in work(line) }
        } catch {
            // Without threads it is done here: slowly, but it is done.
            work(line)
        }
    }

    /// Gives up a job: one that waits is forgotten, one that runs is told.
    package func cancel(_ id: FetchID) {
        state.withLock { state in
            guard let (job, isRunning) = state.jobs.removeValue(forKey: id) else { return }
            job.isCancelled.store(true, ordering: .relaxed)
            guard !isRunning else { return }
            state[job.line].cancelled += 1
            state.sweep(job.line)
        }
    }

    /// What has been computed since this was last asked.
    package func takeFinished() -> [(id: FetchID, computed: Computed)] {
        state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }

    private func work(_ line: LocalJob.Line) {
        while let job = next(line) {
            let computed = job.compute { job.isCancelled.load(ordering: .relaxed) }
            let isWanted = state.withLock { state in
                guard state.jobs.removeValue(forKey: job.id) != nil else { return false }
                state.finished.append((job.id, computed))
                return true
            }
            if isWanted { wakeup.wake() }
        }
    }

    /// The next job; without one, the thread is no more.
    private func next(_ line: LocalJob.Line) -> Job? {
        state.withLock { state in
            while let id = state[line].waiting.popFirst() {
                guard let job = state.jobs[id]?.job else {
                    state[line].cancelled -= 1
                    continue
                }
                state.jobs[id]?.isRunning = true
                return job
            }
            state[line].threads -= 1
            state.forget(line)
            return nil
        }
    }
}
