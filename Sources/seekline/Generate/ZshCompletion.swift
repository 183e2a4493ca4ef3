/// Completions for zsh.
enum ZshCompletion {
    static var text: String {
        """
        #compdef seekline
        # zsh completion for seekline. Put it into a folder of $fpath as "_seekline".

        _seekline_sources() {
            local -a names
            # As configured: the command itself knows.
            names=(${${(f)"$($words[1] --sources 2>/dev/null | grep '^[^ ]')"}%%  *})
            compadd -a names
        }

        _seekline_settings() {
            local -a settings
            settings=(
        \(settings.joined(separator: "\n"))
            )
            _describe -t settings setting settings -S=
        }

        _seekline() {
            _arguments \\
        \(flags.joined(separator: " \\\n"))
        }

        if [[ $funcstack[1] == _seekline ]]; then
            _seekline "$@"
        else
            compdef _seekline seekline
        fi

        """
    }

    private static var settings: [String] {
        Generated.settings.map { "        \(quoted(escaped($0.name) + ":" + $0.summary))" }
    }

    private static var flags: [String] {
        Flag.all.map { flag in
            let summary = flag.summary.replacing("[", with: "(").replacing("]", with: ")")
            let action: String
            switch flag.kind {
            case .nothing: return "        " + quoted("\(flag.name)[\(summary)]")
            case .nothingButFile: return "        " + quoted("\(flag.name)[\(summary)]::FILE:_files")
            case .file: action = "_files"
            case .source: action = "_seekline_sources"
            case .setting: action = "_seekline_settings"
            case .columns(let words): action = "_values -s , column \(words.joined(separator: " "))"
            case .word(let words): action = "(\(words.joined(separator: " ")))"
            }
            let name = flag.kind.isRepeatable ? "*\(flag.name)=" : "\(flag.name)="
            return "        " + quoted("\(name)[\(summary)]:\(escaped(flag.value ?? "")):\(action)")
        }
    }

    /// Returns the text with its colons escaped, which separate the parts of a specification.
    private static func escaped(_ text: String) -> String {
        text.replacing(":", with: "\\:")
    }

    /// Returns the text in single quotes.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

extension Flag.Kind {
    /// Whether a flag with such a value may be repeated.
    fileprivate var isRepeatable: Bool { if case .setting = self { true } else { false } }
}
