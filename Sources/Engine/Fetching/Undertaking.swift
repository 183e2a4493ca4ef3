import SearchSource

/// The work of one share. What has come of it is kept, so that whoever listens later hears it from the beginning.
///
///     new ──begin──→ heard ⇄ not heard
///                      └──────┴──cancel──→ gone
final class Undertaking<Answer: Answerable> {
    private var errand: Errand<Answer>?
    private var heard: [Result<Part<Answer>, SourceError>] = []
    /// How many of those were told to somebody who did not wait for the others.
    private var told = 0
    private var listener: ((Result<Part<Answer>, SourceError>, _ isTold: Bool) -> Void)?

    /// Does the work of `share`.
    func begin(_ share: Share<Answer>, for question: Question, by fetcher: Fetcher) {
        let errand = Errand(for: question, from: share.source, by: fetcher, adapt: share.adapt) { [weak self] result in
            self?.hear(result)
        }
        self.errand = errand
        errand.adapt(share.work)
    }

    /// From now on `listener` hears what comes, and first what has come; of that, what was told already is `isTold`.
    func listen(_ listener: @escaping (Result<Part<Answer>, SourceError>, _ isTold: Bool) -> Void) {
        self.listener = listener
        for (index, result) in heard.enumerated() { listener(result, index < told) }
    }

    /// Nobody listens any more. The work goes on.
    func leave() {
        listener = nil
    }

    /// Whoever listened has told all that has come.
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

/// Work that goes on though nobody waits for it now.
protocol Latecomer: AnyObject {
    /// Gives it up.
    func cancel()
}

/// The works of one list that it no longer waits for, until its next page does.
package final class Latecomers {
    private var works: [LateWork: any Latecomer] = [:]
    private var last = 0

    /// None.
    package init() {}

    /// Keeps one; answers its number.
    func keep(_ work: any Latecomer) -> LateWork {
        last += 1
        works[LateWork(last)] = work
        return LateWork(last)
    }

    /// The one with this number, if it is still there.
    func find<Answer>(_ number: LateWork?, for answer: Answer.Type) -> Undertaking<Answer>? {
        number.flatMap { works[$0] as? Undertaking<Answer> }
    }

    /// Forgets one that has come to its end.
    func forget(_ number: LateWork) {
        works[number] = nil
    }

    /// Gives all of them up: their list is gone.
    package func giveUp() {
        let all = works.sorted { $0.key.number < $1.key.number }
        works = [:]
        for (_, work) in all { work.cancel() }
    }
}
