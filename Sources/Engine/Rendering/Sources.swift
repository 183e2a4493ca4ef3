import JSON
import SearchSource

/// A source as it is listed.
struct ListedSource {
    let info: SourceInfo
    /// Whether clients give it what it searches.
    let takesItems: Bool
    /// How a search box on it behaves.
    let pacing: Pacing
}

extension SearchEngine.Configuration {
    /// The sources, in their order.
    var listed: [ListedSource] {
        sources.map { source in
            ListedSource(info: source.info, takesItems: source.itemHolder != nil, pacing: replay.pacing(of: source))
        }
    }
}

extension Shape {
    /// A source on the wire.
    private static let sourceProperties: [Property<ListedSource>] = [
        Property("name", "what clients choose it by") { $0.info.name },
        Property("title", "its name for people") { $0.info.title },
        Property("description", "what it searches") { $0.info.summary },
        Property(
            "type", .string, isRequired: false,
            "what kind of source it is: the same for all that are configured as such, whatever their names"
        ) { $0.string($1.info.type) },
        Property("configured", "whether it is ready to use") { $0.info.missing.isEmpty },
        Property(
            "missing", .array(.string), isRequired: false,
            "the environment variables, settings or programs without which it does not work",
            isWritten: { !$0.info.missing.isEmpty }
        ) { writer, source in
            writer.array { for name in source.info.missing { $0.string(name) } }
        },
        Property("options", .shape(.options), "how a search box on it behaves, unless a session sets it otherwise") {
            $0.options($1.pacing)
        },
        Property(ifTrue: "takesItems", "whether clients give it what it searches, with `setItems`") {
            $0.takesItems
        },
        Property(ifPresent: "attribution", "credit that the service asks for where its results are shown") {
            $0.info.attribution
        },
    ]

    /// Sources, as a member of what several methods answer.
    static func sources(_ summary: String) -> Property<[ListedSource]> {
        Property("sources", .array(.shape(.source)), summary) { writer, sources in
            writer.array { for source in sources { $0.object(source, sourceProperties) } }
        }
    }

    /// What can be searched.
    static let source = Shape("Source", "something that can be searched", sourceProperties.members())

    /// The options that are in force.
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
    /// The options of a session or a source.
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
