import JSON
import Matching
import Platform
import SearchSource
import Synchronization
import Time

/// The lines of files: of notes, of a log, of the output of grep or a compiler; and records, of a table or as JSON.
///
/// The files are read into memory when they are first searched, and again when they have visibly changed.
struct LinesSource: WatchedSource {
    let info: SourceInfo
    /// The lines; nil if no path is set.
    private let store: LineStore?

    private let found = Found()

    /// The latest matches: the next search may need to look only at these.
    private final class Found: Sendable {
        let ranking = Mutex<MatchRanking?>(nil)
    }

    private static let path = Setting(
        "path", isStructured: true,
        "the file, or an array of files; `*` and `?` match characters of a name, `**` any number of folders; required"
    )
    private static let format = Setting(
        "format", default: "auto",
        "the format of the files: `text`, `jsonl`, or `csv` or `tsv` with a header line; `auto` for what the ends of "
            + "the files' names suggest")
    private static let pattern = Setting(
        "pattern", default: "text",
        "what a line contains: `text`, or a location in another file as grep and compilers print it: `path:line:text`, "
            + "`path:line:column:text`, `path:line:byte:text`")

    private static let members = RecordMembers.Member.allCases.map { member in
        Setting(member.rawValue, "the column, or the member of a JSON object, with the \(member.summary)")
    }

    static let type = SourceType(
        name: "lines", summary: "the lines of files, ranked as fzf does", settings: [path, format, pattern] + members
    ) { (name, settings) throws(SettingError) in
        try LinesSource(name: name, settings)
    }

    private init(name: String, _ settings: Settings) throws(SettingError) {
        var names: [RecordMembers.Member: String] = [:]
        for (member, setting) in zip(RecordMembers.Member.allCases, Self.members) { names[member] = settings[setting] }
        let format: LineFormat = try settings.word(Self.format)
        let pattern: LinePattern = try settings.word(Self.pattern)
        // Otherwise a pattern that no file of this format can have would be silently ignored.
        if format != .auto, format.hasRecords, pattern != .text {
            throw settings.error(
                Self.pattern, "must be `text`, since `\(format.rawValue)` has no lines that contain a location")
        }
        if format == .text, let named = Self.members.first(where: { settings[$0] != nil }) {
            throw settings.error(named, "must be left out, since lines of text have no columns")
        }
        let scheme = LineScheme(format: format, pattern: pattern, members: RecordMembers(names))
        store = try Self.patterns(settings).map { LineStore($0, scheme) }
        info = SourceInfo(
            Self.type, name: name, title: "Lines of files", pacing: .ofLists,
            missing: store == nil ? ["\(name).path"] : [], isLocal: true)
    }

    /// Returns the patterns in `path`; nil if it is not set.
    private static func patterns(_ settings: Settings) throws(SettingError) -> [FilePattern]? {
        guard let value = settings.json(path) else { return nil }
        var patterns: [FilePattern] = []
        for (index, element) in (value.array ?? [value]).enumerated() {
            guard let text = element.string, !text.isEmpty, !text.utf8.contains(0) else {
                let way: [JSONDocument.Step] = value.array == nil ? [] : [.element(index)]
                throw settings.error(path, at: way, "must be the path of a file")
            }
            patterns.append(FilePattern(text, home: ThisProcess.environment("HOME")))
        }
        guard !patterns.isEmpty else { throw settings.error(path, at: [], "must have the path of a file") }
        return patterns
    }

    func page(_ request: PageRequest) -> Work<Page> {
        if let next = RankedItems.next(request) { return next }
        return lines { (contents, isCancelled) in
            let earlier = found.ranking.withLock { $0 }
            let ranked = RankedItems(
                request, in: contents.titles, narrowing: earlier, isCancelled: isCancelled
            ) { contents.items($0) }
            guard let ranked else { return .known(.failure(.givenUp)) }
            found.ranking.withLock { $0 = ranked.found }
            return .known(.success(ranked.page(request)))
        }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        lines { (contents, _) in
            guard let index = contents.index(of: request.id) else {
                return .known(.failure(.noSuchItem("no line is \"\(request.id)\"")))
            }
            return .known(.success(contents.detail(index, id: request.id)))
        }
    }

    func watcher() -> any Watcher {
        LineWatcher(store)
    }

    /// Gets the lines as they are now and calls `then` with them.
    private func lines<Answer>(
        then: @escaping @Sendable (LineContents, _ isCancelled: @Sendable () -> Bool) -> Work<Answer>
    ) -> Work<Answer> {
        guard let store else {
            return .known(.failure(SourceError(.config, "no file is configured: set \(info.name).path")))
        }
        return .steps(of: store, for: LineStore.Visit(), then: then)
    }
}

extension Work {
    /// Runs one step after another, each as separate work, so that other work gets its turn in between.
    fileprivate static func steps(
        of store: LineStore, for visit: LineStore.Visit,
        then: @escaping @Sendable (LineContents, _ isCancelled: @Sendable () -> Bool) -> Work
    ) -> Work {
        .local { isCancelled in
            switch store.step(visit) {
            case .unfinished: steps(of: store, for: visit, then: then)
            case .finished(.success(let contents)): then(contents, isCancelled)
            case .finished(.failure(let error)): .known(.failure(error))
            }
        }
    }
}
