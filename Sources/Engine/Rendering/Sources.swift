import JSON
import SearchSource

/// A source as it is listed.
struct ListedSource: Described {
    let info: SourceInfo
    /// Whether clients give it what it searches.
    let takesItems: Bool
    /// How a search box on it behaves.
    let pacing: Pacing

    static func describe(_ list: inout some MemberList<ListedSource>) {
        list.add("name", "the name by which clients choose it") { $0.info.name }
        list.add("title", "the name to show") { $0.info.title }
        list.add("description", "what it searches") { $0.info.summary }
        list.add(
            "type", .string, isRequired: false,
            "the kind of source: the same for all sources configured with this type, whatever their names"
        ) { $0.string($1.info.type) }
        list.add("configured", "whether it is ready to use") { $0.info.missing.isEmpty }
        list.add(
            "missing", .array(.string), isRequired: false,
            "the environment variables, settings or programs without which it does not work",
            isWritten: { !$0.info.missing.isEmpty }
        ) { writer, source in
            writer.array { for name in source.info.missing { $0.string(name) } }
        }
        list.add("options", .shape(.options), "the defaults of its sessions' options") {
            $0.options($1.pacing)
        }
        list.add(ifTrue: "takesItems", "whether clients supply its items with `setItems`") {
            $0.takesItems
        }
        list.add(ifPresent: "attribution", "credit that the service requires where its results are shown") {
            $0.info.attribution
        }
    }
}

extension SearchEngine.Configuration {
    /// The sources, in their order.
    var listed: [ListedSource] {
        sources.map { source in
            ListedSource(info: source.info, takesItems: source.itemHolder != nil, pacing: replay.pacing(of: source))
        }
    }
}

extension MemberList {
    /// Adds the list of sources that several methods answer with.
    mutating func add(sources: (inout Object) -> [ListedSource], _ summary: String) {
        add("sources", .array(.shape(.source)), summary) { writer, object in
            writer.array { $0.objects(sources(&object).span) }
        }
    }
}

extension Shape {
    static let source = Shape("Source", "something that can be searched", ListedSource.members)

    static let options = Shape(
        "Options", "how a search box behaves", PacingOption.all.map { Member($0, isRequired: $0.isOriginal) })

    /// The options that a client sets.
    static let optionChanges = Shape(
        "OptionChanges", "how a search box behaves, where not as the source has it",
        PacingOption.all.map { Member($0, isRequired: false) })
}

extension Member {
    fileprivate init(_ option: PacingOption, isRequired: Bool) {
        let schema: Schema =
            switch option.domain {
            case .integer(let range): .integerIn(range)
            case .word(let words): .choice(words)
            }
        self.init(option.name, schema, isRequired: isRequired, option.summary)
    }
}

extension JSONWriter {
    /// Writes the options of a session or a source.
    mutating func options(_ pacing: Pacing) {
        object {
            for option in PacingOption.all {
                switch option.value(in: pacing) {
                case .integer(let number): $0.member(named: option.name, number)
                case .word(let word): $0.member(named: option.name, word)
                case nil: break
                }
            }
        }
    }
}
