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
/// than `mostThreads` for each kind of job, and none at all while nothing is done.
package final class Workers: Sendable {
    /// What a job does. Jobs of one kind wait only for their like: what takes a moment is not held up by what takes a
    /// second.
    package enum Kind: Hashable, Sendable {
        /// It computes an answer of this source, which can take a while: a source that is slow holds up no other one.
        case computing(ExactText)
        /// It reads an answer that has come.
        case reading

        fileprivate init(_ job: LocalJob) {
            self = job.isReading ? .reading : .computing(ExactText(job.source))
        }
    }

    /// How many jobs of a kind run at once: one core is the loop's, and beyond four it is memory that
    /// is slow.
    package static let mostThreads = min(max(ThisProcess.processors - 1, 1), 4)

    private final class Job: Sendable {
        let id: FetchID
        let kind: Kind
        let compute: @Sendable (_ isCancelled: @Sendable () -> Bool) -> Computed
        let isCancelled = Atomic(false)

        init(_ local: LocalJob, id: FetchID) {
            self.id = id
            kind = Kind(local)
            compute = local.compute
        }
    }

    /// The jobs of one kind that no thread has taken yet.
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
        private var lines: [Kind: Line] = [:]
        var finished: [(id: FetchID, computed: Computed)] = []

        subscript(kind: Kind) -> Line {
            get { lines[kind] ?? Line() }
            _modify { yield &lines[kind, default: Line()] }
        }

        /// Forgets a line whose last thread has ended: there is nothing in it.
        mutating func forget(_ kind: Kind) {
            if self[kind].threads == 0 { lines[kind] = nil }
        }

        /// Takes the cancelled jobs out of a line, before they are more than the others.
        mutating func sweep(_ kind: Kind) {
            guard self[kind].cancelled > self[kind].waiting.count / 2 else { return }
            self[kind].waiting.removeAll { [jobs] in jobs[$0] == nil }
            self[kind].cancelled = 0
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
        let kind = job.kind
        let needsThread = state.withLock { state in
            state.jobs[id] = (job, false)
            state[kind].waiting.append(id)
            guard state[kind].threads < Self.mostThreads else { return false }
            state[kind].threads += 1
            return true
        }
        guard needsThread else { return }
        do {
            try WorkerThread.start { [self] in work(kind) }
        } catch {
            // Without threads it is done here: slowly, but it is done.
            work(kind)
        }
    }

    /// Gives up a job: one that waits is forgotten, one that runs is told.
    package func cancel(_ id: FetchID) {
        state.withLock { state in
            guard let (job, isRunning) = state.jobs.removeValue(forKey: id) else { return }
            job.isCancelled.store(true, ordering: .relaxed)
            guard !isRunning else { return }
            state[job.kind].cancelled += 1
            state.sweep(job.kind)
        }
    }

    /// What has been computed since this was last asked.
    package func takeFinished() -> [(id: FetchID, computed: Computed)] {
        state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }

    private func work(_ kind: Kind) {
        while let job = next(kind) {
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
    private func next(_ kind: Kind) -> Job? {
        state.withLock { state in
            while let id = state[kind].waiting.popFirst() {
                guard let job = state.jobs[id]?.job else {
                    state[kind].cancelled -= 1
                    continue
                }
                state.jobs[id]?.isRunning = true
                return job
            }
            state[kind].threads -= 1
            state.forget(kind)
            return nil
        }
    }
}
