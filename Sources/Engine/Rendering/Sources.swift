import JSON
import SearchSource

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
