import SearchSource
import Signals
import Time

/// Several pieces of work that are done at the same time, each with its result.
///
/// Without patience, nothing is told before all have ended. With it, if a person waits:
///
///     together ──time──→ one by one ──time, and there is something to show──→ over, what runs is late
///         └──all have ended──┴──────────────────────────────────────────────→ over
///
/// What arrives while they are together is told in the order of the shares, and what arrives later as it arrives.
final class Sharing<Answer: Answerable> {
    private struct Place {
        let share: Share<Answer>
        let work: Undertaking<Answer>
        /// Whether it was begun by an earlier question, which did not wait for it.
        let wasLate: Bool
        var result: Result<Answer, SourceError>?
        /// All parts that have arrived.
        var whole: Answer?
        /// Those that have not been told yet.
        var untold: Answer?
    }

    private var places: [Place]
    private let patience: Patience?
    private let question: Question
    private let fetcher: Fetcher
    private let latecomers: Latecomers
    private let tell: (Answer) -> Void
    private let end: ([ShareOutcome<Answer>]) -> Void

    private var isTelling = false
    private var isOverdue = false
    private var hasTold = false
    private var isOver = false
    private var timers: [Timeline.Timer] = []

    /// - Parameters:
    ///   - tell: Called with what is to be shown before the end.
    ///   - end: Called once with the outcomes of all, unless this is cancelled.
    init(
        _ shares: [Share<Answer>], patience: Patience?, for question: Question, by fetcher: Fetcher,
        latecomers: Latecomers, tell: @escaping (Answer) -> Void,
        end: @escaping ([ShareOutcome<Answer>]) -> Void
    ) {
        places = shares.map { share in
            let late = latecomers.find(share.late, for: Answer.self)
            return Place(share: share, work: late ?? Undertaking(), wasLate: late != nil)
        }
        self.patience = patience
        self.question = question
        self.fetcher = fetcher
        self.latecomers = latecomers
        self.tell = tell
        self.end = end
    }

    /// Begins all of them.
    func begin() {
        if places.isEmpty { return finish() }
        if let patience, fetcher.waits {
            after(patience.together) { [self] in
                isTelling = true
                tellUntold()
            }
            after(patience.inAll) { [self] in
                isOverdue = true
                if hasTold { finish() }
            }
        }
        for (index, place) in places.enumerated() where !isOver {
            place.work.listen { [self] in take($0, of: index, isTold: $1) }
            if !place.wasLate { place.work.begin(place.share, for: question, by: fetcher) }
        }
    }

    /// Gives up all but the work that was late already, which continues for its list.
    func cancel() {
        close()
        for place in places {
            if place.wasLate { place.work.leave() } else { place.work.cancel() }
        }
    }

    private func after(_ delay: Duration, _ action: @escaping () -> Void) {
        let timer = fetcher.timeline.timer(action)
        timer.set(after: delay)
        timers.append(timer)
    }

    private func close() {
        isOver = true
        for timer in timers { timer.stop() }
        timers = []
    }

    private func take(_ result: Result<Part<Answer>, SourceError>, of index: Int, isTold: Bool) {
        guard !isOver else { return }
        switch result {
        case .failure(let error):
            places[index].result = .failure(error.bounded())
        case .success(let part):
            places[index].whole.append(part.answer)
            if !isTold { places[index].untold.append(part.answer) }
            if part.isLast { places[index].result = places[index].whole.map { .success($0) } }
        }
        if isTelling { tellUntold() }
        if isOver { return }
        if places.allSatisfy({ $0.result != nil }) || isOverdue && hasTold { finish() }
    }

    /// Tells what can be shown already, in the order of the shares.
    private func tellUntold() {
        for index in places.indices {
            guard let untold = places[index].untold else { continue }
            places[index].untold = nil
            guard let rows = untold.rows else { continue }
            hasTold = true
            tell(rows)
            if isOver { return }
        }
    }

    private func finish() {
        if patience != nil { tellUntold() }
        if isOver { return }
        close()
        end(places.map(outcome))
    }

    private func outcome(of place: Place) -> ShareOutcome<Answer> {
        // Even if it has ended: the listener and what it listens to would otherwise retain each other for good.
        place.work.leave()
        if let result = place.result {
            if place.wasLate, let late = place.share.late { latecomers.forget(late) }
            return .ended(result)
        }
        place.work.isTold()
        if place.wasLate, let late = place.share.late { return .late(late) }
        return .late(latecomers.keep(place.work))
    }
}
