import SearchModel
import SearchSource
import Signals
import Unions

/// Gets pages and details for the view-model: from the sources, or from a recording of them.
package final class Loader {
    /// How long an action on an item may take.
    private static let performLimit = Duration.seconds(15)

    private let fetcher: Fetcher
    private let timeline: Timeline
    private let recorder: Recorder?
    private let replay: Replay?

    init(fetcher: Fetcher, timeline: Timeline, recorder: Recorder?, replay: Replay?) {
        self.fetcher = fetcher
        self.timeline = timeline
        self.recorder = recorder
        self.replay = replay
    }

    /// A loader that asks the sources, for a host that has no engine.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random numbers that vary the pauses before retries.
    ///   - emit: Called with what is to be done outside.
    package convenience init(timeline: Timeline, seed: UInt64, emit: @escaping (Effect) -> Void) {
        self.init(
            fetcher: Fetcher(timeline: timeline, seed: seed, emit: emit), timeline: timeline, recorder: nil, replay: nil
        )
    }

    /// Returns a watch on a source that others may change; nil for any other source, and during a replay.
    ///
    /// - Parameters:
    ///   - isSeen: Whether somebody sees a list of the source.
    ///   - changed: Called when the source has changed.
    package func watch(
        _ source: any Source, isSeen: @escaping () -> Bool, changed: @escaping () -> Void
    ) -> Watch? {
        guard let source = source.watched, replay == nil else { return nil }
        return Watch(source, timeline: timeline, fetcher: fetcher, isSeen: isSeen, changed: changed)
    }

    /// Takes the result of a piece of work.
    package func finish(_ id: FetchID, _ result: FetchResult) {
        fetcher.finish(id, result)
    }

    /// Releases a list off the loop.
    func letGo(_ list: GoneList) {
        fetcher.compute(in: .disposal, list.letGo) {}
    }

    /// Returns a page, in parts.
    ///
    /// - Parameter latecomers: Keeps what a page of the list did not wait for. None of it continues in another list.
    package func page(
        _ load: Load, pacing: Pacing, of source: any Source, session: String, latecomers: Latecomers
    ) -> Signal<Result<Part<Page>, SourceError>> {
        if load.isProbe {
            // What a probe does not wait for belongs to no list, and ends with the probe.
            let own = Latecomers()
            return Signal { [self] receive in
                let asked = ask(for: load, pacing, of: source, session: session, own).subscribe(receive)
                return Subscription {
                    asked.cancel()
                    own.giveUp()
                }
            }
        }
        if load.kind != .page { latecomers.giveUp() }
        // What runs for a list ends when another one is wanted, although the list is still shown.
        (load.replaced as? any Endable)?.end()
        return ask(for: load, pacing, of: source, session: session, latecomers)
    }

    private func ask(
        for load: Load, _ pacing: Pacing, of source: any Source, session: String, _ latecomers: Latecomers
    ) -> Signal<Result<Part<Page>, SourceError>> {
        var request = PageRequest(
            query: load.query, cursor: load.cursor, pageSize: load.rows ?? pacing.pageSize, matching: pacing.matching,
            isSubmitted: load.isSubmitted && source.info.heedsSubmit)
        request.isRefresh = load.kind == .refresh
        return answer(to: .page(request), of: source, session: session, latecomers: latecomers) {
            source.page(request)
        }
    }

    /// Returns a detail as a whole: if it comes in parts, the last one is all of it.
    package func detail(
        _ opening: Opening, item: Item?, of source: any Source, session: String
    ) -> Signal<Result<Detail, SourceError>> {
        whole(
            answer(to: .detail(opening.id), of: source, session: session) {
                source.detail(DetailRequest(id: opening.id, item: item))
            })
    }

    /// Returns the result of an action on an item, or an error after 15 s. Only the first value counts.
    package func perform(
        _ request: PerformRequest, of source: any Source, session: String
    ) -> Signal<Result<Performed, SourceError>> {
        let performed = whole(
            answer(to: .perform(action: request.action, id: request.item.id), of: source, session: session) {
                source.perform(request)
            }
        ).map { $0.flatMap { $0.bounded() } }
        let limit = timeline.timer(at: timeline.now.advanced(by: Self.performLimit))
        return .merge(performed, limit.map { _ in .failure(.outcomeUnknown(request, after: Self.performLimit)) })
    }

    private func whole<Value>(_ parts: Signal<Result<Part<Value>, SourceError>>) -> Signal<Result<Value, SourceError>> {
        Signal { receive in
            parts.subscribe { part in
                switch part {
                case .success(let part): if part.isLast { receive(.success(part.answer)) }
                case .failure(let error): receive(.failure(error))
                }
            }
        }
    }

    private func answer<Value: Answerable>(
        to question: Question, of source: any Source, session: String, latecomers: Latecomers = Latecomers(),
        work: () -> Work<Value>
    ) -> Signal<Result<Part<Value>, SourceError>> {
        let answer: Signal<Result<Part<Value>, SourceError>> =
            if let replay {
                replay.answer(to: question, of: source.info.name, on: timeline)
            } else {
                fetcher.fetch(work(), for: question, from: source, latecomers: latecomers)
            }
        let bounded = answer.map { $0.mapError { $0.bounded() } }
        // The options of a union's sources may change; its own, made from those, do not.
        let told = (source as? UnionSource)?.blocks ?? [source]
        return recorder?.recording(bounded, to: question, of: source.info.name, session: session) { [replay] in
            told.map { ($0.info.name, replay.pacing(of: $0)) }
        } ?? bounded
    }
}

extension SourceError {
    /// The error for an action that took so long that it was given up: nobody knows what has been done.
    fileprivate static func outcomeUnknown(_ request: PerformRequest, after limit: Duration) -> SourceError {
        let seconds = limit.components.seconds
        return SourceError(
            .timeout, "\"\(request.action)\" has not ended within \(seconds) s and was given up: outcome unknown")
    }
}
