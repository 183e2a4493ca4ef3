import SearchModel
import SearchSource
import Signals

/// Gets the view-model its pages and details: from the sources, or from a recording of them.
package final class Loader {
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
    ///   - seed: Where chance begins: for waits that are not to be all alike.
    ///   - emit: Takes what is to be done outside.
    package convenience init(timeline: Timeline, seed: UInt64, emit: @escaping (Effect) -> Void) {
        self.init(
            fetcher: Fetcher(timeline: timeline, seed: seed, emit: emit), timeline: timeline, recorder: nil, replay: nil
        )
    }

    /// Takes note of what work has come to.
    package func finish(_ id: FetchID, _ result: FetchResult) {
        fetcher.finish(id, result)
    }

    /// A page, in parts.
    package func page(
        _ load: Load, size: Int, of source: any Source, session: String
    ) -> Signal<Result<Part<Page>, SourceError>> {
        let request = PageRequest(query: load.query, cursor: load.cursor, pageSize: size)
        return answer(to: .page(request), of: source, session: session) { source.page(request) }
    }

    /// A detail, whole: of one that comes in parts, the last is all of it.
    package func detail(
        _ opening: Opening, item: Item?, of source: any Source, session: String
    ) -> Signal<Result<Detail, SourceError>> {
        let parts = answer(to: .detail(opening.id), of: source, session: session) {
            source.detail(DetailRequest(id: opening.id, item: item))
        }
        return Signal { receive in
            parts.subscribe { part in
                switch part {
                case .success(let part): if part.isLast { receive(.success(part.answer)) }
                case .failure(let error): receive(.failure(error))
                }
            }
        }
    }

    private func answer<Value: Answerable>(
        to question: Question, of source: any Source, session: String, work: () -> Work<Value>
    ) -> Signal<Result<Part<Value>, SourceError>> {
        let answer: Signal<Result<Part<Value>, SourceError>> =
            if let replay {
                replay.answer(to: question, of: source.info.name, on: timeline)
            } else {
                fetcher.fetch(work(), for: question, from: source)
            }
        return recorder?.recording(answer, to: question, of: source.info.name, session: session) ?? answer
    }
}
