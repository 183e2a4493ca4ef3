import Bytes
import Engine
import Platform
import SearchSource
import Synchronization

/// Runs local jobs on worker threads, so that the loop never waits for one.
///
///     start ──→ waiting ──thread free──→ running ──→ finished ──takeFinished──→ gone
///                  └──────────cancel──────┴──→ gone: what it holds is released as soon as it gives up
///
/// A thread lives while there are jobs: it runs one after another, and ends when none is left. Each line of jobs has at
/// most `mostThreads` threads, and none while it has no jobs.
package final class Workers: Sendable {
    /// How many jobs of a line run at once. One core is left to the loop, and beyond four threads memory is the
    /// bottleneck.
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
        /// In order. Jobs that were cancelled are skipped.
        var waiting = Queue<FetchID>()
        var cancelled = 0
        var threads = 0
    }

    private struct State {
        /// The jobs whose results are wanted.
        var jobs: [FetchID: (job: Job, isRunning: Bool)] = [:]
        /// The lines with jobs that wait or run.
        private var lines: [LocalJob.Line: Line] = [:]
        var finished: [(id: FetchID, computed: Computed)] = []

        subscript(line: LocalJob.Line) -> Line {
            get { lines[line] ?? Line() }
            _modify { yield &lines[line, default: Line()] }
        }

        /// Removes a line whose last thread has ended: it is empty.
        mutating func forget(_ line: LocalJob.Line) {
            if self[line].threads == 0 { lines[line] = nil }
        }

        /// Removes the cancelled jobs from a line once they outnumber the others.
        mutating func sweep(_ line: LocalJob.Line) {
            guard self[line].cancelled > self[line].waiting.count / 2 else { return }
            self[line].waiting.removeAll { [jobs] in jobs[$0] == nil }
            self[line].cancelled = 0
        }
    }

    /// Runs a function on a thread of its own, or throws if there can be none.
    package typealias StartThread = @Sendable (_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Void

    private let state = Mutex(State())
    private let wakeup: Wakeup
    private let mostThreads: Int
    private let startThread: StartThread

    /// Workers that wake the loop when something is finished.
    package init(
        wakeup: Wakeup, mostThreads: Int = Workers.mostThreads, startThread: @escaping StartThread = WorkerThread.start
    ) {
        self.wakeup = wakeup
        self.mostThreads = mostThreads
        self.startThread = startThread
    }

    /// Starts a job, now or when a thread is free.
    package func start(_ local: LocalJob, id: FetchID) {
        let job = Job(local, id: id)
        let line = job.line
        let needsThread = state.withLock { state in
            state.jobs[id] = (job, false)
            state[line].waiting.append(id)
            guard state[line].threads < mostThreads else { return false }
            state[line].threads += 1
            return true
        }
        guard needsThread else { return }
        do {
            try startThread { [self] in work(line) }
        } catch {
            // The line's other threads do the job. If there is none, the jobs run here: slowly, but they get done.
            if isOnlyThread(of: line) { work(line) }
        }
    }

    /// Whether a thread that could not be started would have been the only one of its line. If not, it is no longer
    /// counted.
    private func isOnlyThread(of line: LocalJob.Line) -> Bool {
        state.withLock { state in
            guard state[line].threads > 1 else { return true }
            state[line].threads -= 1
            return false
        }
    }

    /// Cancels a job: one that waits is dropped, one that runs is told to give up.
    package func cancel(_ id: FetchID) {
        state.withLock { state in
            guard let (job, isRunning) = state.jobs.removeValue(forKey: id) else { return }
            job.isCancelled.store(true, ordering: .relaxed)
            guard !isRunning else { return }
            state[job.line].cancelled += 1
            state.sweep(job.line)
        }
    }

    /// Takes the results that have been computed since this was last called.
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

    /// Returns the next job; nil if there is none, and then the thread is no longer counted.
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
