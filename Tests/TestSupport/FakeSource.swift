import Engine
import SearchSource

/// A source whose answers the test provides: each question comes out of the harness as a local job.
public struct FakeSource: Source {
    /// The source's description of itself.
    public var info: SourceInfo

    /// The error with which it fails pages and details at once; nil for none.
    public var knownError: SourceError?

    /// Makes the work for a page; nil to ask the test.
    public var work: (@Sendable (PageRequest) -> Work<Page>)?

    /// Makes the work for a detail; nil to ask the test.
    public var detailWork: (@Sendable (DetailRequest) -> Work<Detail>)?

    /// Makes the work for an action; nil to ask the test.
    public var performWork: (@Sendable (PerformRequest) -> Work<Performed>)?

    /// Creates a source called `name`.
    public init(
        name: String = "fake", pacing: Pacing = Pacing(), missing: [String] = [], isLocal: Bool = false,
        work: (@Sendable (PageRequest) -> Work<Page>)? = nil
    ) {
        info = SourceInfo(
            name: name, type: "fake", title: "Fake", summary: "nothing real", pacing: pacing, missing: missing,
            isLocal: isLocal)
        self.work = work
    }

    /// Asks the test, unless the error is known.
    public func page(_ request: PageRequest) -> Work<Page> {
        if let work { return work(request) }
        return knownError.map { .known(.failure($0)) } ?? .local(compute: { _ in .success(Page(items: [])) })
    }

    /// Asks the test, unless the error is known or the id is invalid.
    public func detail(_ request: DetailRequest) -> Work<Detail> {
        if let detailWork { return detailWork(request) }
        if request.id.isEmpty { return .known(.failure(.noSuchItem("an id must not be empty"))) }
        return knownError.map { .known(.failure($0)) }
            ?? .local(compute: { _ in .success(Detail(id: request.id, title: "", text: "")) })
    }

    /// Asks the test.
    public func perform(_ request: PerformRequest) -> Work<Performed> {
        performWork?(request) ?? .local(compute: { _ in .success(Performed()) })
    }
}

extension EngineHarness {
    /// Creates a harness for an engine with fake sources; the first one is the default.
    public convenience init(_ sources: [FakeSource] = [FakeSource()], isScript: Bool = false) {
        self.init(
            SearchEngine.Configuration(
                sources: sources, defaultSource: sources.first?.info.name ?? "", isScript: isScript, version: "test"))
    }

    /// Creates a harness for an engine with one source.
    public convenience init(_ source: any Source) {
        self.init(SearchEngine.Configuration(sources: [source], defaultSource: source.info.name, version: "test"))
    }

    /// Answers the newest running question with items that have these ids.
    public func answer(_ ids: [String], next: String? = nil, total: Int? = nil) {
        let items = ids.map { Item(id: $0, title: "Item \($0)") }
        answer(.page(.success(Page(items: items, next: next.map { Cursor($0) }, total: total))))
    }

    /// Answers the newest running question.
    public func answer(_ computed: Computed) {
        guard let id = running.keys.max(by: { $0.number < $1.number }) else { return }
        finish(id, .computed(computed))
    }

    /// Answers the newest running question with a part: items that have these ids. For the rest of the page the source
    /// asks the test.
    public func answerPart(_ ids: [String]) {
        let page = Page(items: ids.map { Item(id: $0, title: "Item \($0)") })
        answer(Computed(Work<Page>.parts(page, rest: .local(compute: { _ in .success(Page(items: [])) }))))
    }

    /// Takes all messages that have arrived and returns them as compact text.
    public func takeTexts() -> [String] {
        var texts: [String] = []
        while let (_, message) = takeMessage() { texts.append(message["batch"]?.text ?? message.text) }
        return texts
    }
}
