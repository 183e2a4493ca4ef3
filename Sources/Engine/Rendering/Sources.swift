import JSON
import SearchSource

extension Shape {
    /// What can be searched.
    static let source = Shape(
        "Source", "something that can be searched",
        [
            Member("name", .string, "what clients choose it by"), Member("title", .string, "its name for people"),
            Member("description", .string, "what it searches"),
            Member(
                "type", .string, isRequired: false,
                "what kind of source it is: the same for all that are configured as such, whatever their names"),
            Member("configured", .boolean, "whether it is ready to use"),
            Member(
                "missing", .array(.string), isRequired: false,
                "the environment variables or settings without which it does not work"),
            Member("options", .shape(.options), "how a search box on it behaves, unless a session sets it otherwise"),
            Member(
                "attribution", .string, isRequired: false,
                "credit that the service asks for where its results are shown"),
        ])

    /// The options that are in force.
    static let options = Shape(
        "Options", "how a search box behaves", PacingOption.all.map { Member($0, isRequired: true) })

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
    /// What `listSources` and `initialize` say of the sources.
    mutating func sources(_ sources: [any Source]) {
        array { for source in sources { $0.source(source.info) } }
    }

    private mutating func source(_ source: SourceInfo) {
        object {
            $0.member("name", source.name)
            $0.member("title", source.title)
            $0.member("description", source.summary)
            $0.member("type", source.type)
            $0.member("configured", source.missing.isEmpty)
            if !source.missing.isEmpty {
                $0.member("missing") { $0.array { for name in source.missing { $0.string(name) } } }
            }
            $0.member("options") { $0.options(source.pacing) }
            $0.member(ifPresent: "attribution", source.attribution)
        }
    }

    /// The options of a session or a source.
    mutating func options(_ pacing: Pacing) {
        object {
            for option in PacingOption.all {
                switch option.value(in: pacing) {
                case .integer(let number): $0.member(named: option.name, .number(JSONNumber(number)))
                case .word(let word): $0.member(named: option.name, .string(word))
                }
            }
        }
    }
}
