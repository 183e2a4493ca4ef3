import SearchModel
import SearchSource
import Signals

/// Gets the view-model its pages and details: from the sources, or from a recording of them.
final class Loader {
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

    func page(
        _ load: Load, size: Int, of source: any Source, session: String
    ) -> Signal<Result<Part<Page>, SourceError>> {
        let request = PageRequest(query: load.query, cursor: load.cursor, pageSize: size)
        return answer(to: .page(request), of: source, session: session) { source.page(request) }
            .map { result in result.map { Part($0) } }
    }

    func detail(
        _ opening: Opening, item: Item?, of source: any Source, session: String
    ) -> Signal<Result<Detail, SourceError>> {
        answer(to: .detail(opening.id), of: source, session: session) {
            source.detail(DetailRequest(id: opening.id, item: item))
        }
    }

    private func answer<Value: Answer>(
        to question: Question, of source: any Source, session: String, work: () -> Work<Value>
    ) -> Signal<Result<Value, SourceError>> {
        let answer: Signal<Result<Value, SourceError>> =
            if let replay {
                replay.answer(to: question, of: source.info.name, on: timeline)
            } else {
                fetcher.fetch(work(), for: question, from: source)
            }
        return recorder?.recording(answer, to: question, of: source.info.name, session: session) ?? answer
    }
}
