import SearchSource

/// The work of one share. Its results so far are kept, so that a later listener receives them from the beginning.
///
///     new ──begin──→ heard ⇄ not heard
///                      └──────┴──cancel──→ gone
final class Undertaking<Answer: Answerable> {
    private var errand: Errand<Answer>?
    private var heard: [Result<Part<Answer>, SourceError>] = []
    /// How many of those an earlier listener has told already.
    private var told = 0
    private var listener: ((Result<Part<Answer>, SourceError>, _ isTold: Bool) -> Void)?

    /// Starts the work of `share`.
    func begin(_ share: Share<Answer>, for question: Question, by fetcher: Fetcher) {
        let errand = Errand(for: question, from: share.source, by: fetcher, adapt: share.adapt) { [weak self] result in
            self?.hear(result)
        }
        self.errand = errand
        errand.adapt(share.work)
    }

    /// Calls `listener` with what has arrived so far, then with what arrives from now on; `isTold` is true of what has
    /// been told already.
    func listen(_ listener: @escaping (Result<Part<Answer>, SourceError>, _ isTold: Bool) -> Void) {
        self.listener = listener
        for (index, result) in heard.enumerated() { listener(result, index < told) }
    }

    /// Removes the listener. The work continues.
    func leave() {
        listener = nil
    }

    /// Notes that the listener has told everything that has arrived.
    func isTold() {
        told = heard.count
    }

    private func hear(_ result: Result<Part<Answer>, SourceError>) {
        heard.append(result)
        listener?(result, false)
    }
}

extension Undertaking: Latecomer {
    /// Gives the work up.
    func cancel() {
        listener = nil
        errand?.cancel()
        errand = nil
    }
}

/// Work that continues although nobody waits for it now.
protocol Latecomer: AnyObject {
    /// Gives it up.
    func cancel()
}

/// The work for one list that nothing waits for until the next page of the list does.
package final class Latecomers {
    private var works: [LateWork: any Latecomer] = [:]
    private var last = 0

    /// An empty collection.
    package init() {}

    /// Keeps a piece of work; returns its number.
    func keep(_ work: any Latecomer) -> LateWork {
        last += 1
        works[LateWork(last)] = work
        return LateWork(last)
    }

    /// Returns the work with this number, if it is still there.
    func find<Answer>(_ number: LateWork?, for answer: Answer.Type) -> Undertaking<Answer>? {
        number.flatMap { works[$0] as? Undertaking<Answer> }
    }

    /// Forgets work that has ended.
    func forget(_ number: LateWork) {
        works[number] = nil
    }

    /// Gives up all of them, because their list is gone.
    package func giveUp() {
        let all = works.sorted { $0.key.number < $1.key.number }
        works = [:]
        for (_, work) in all { work.cancel() }
    }
}
