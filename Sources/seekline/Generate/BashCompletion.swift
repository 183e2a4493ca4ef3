/// Completions for bash. They do not need the package bash-completion.
enum BashCompletion {
    static var text: String {
        """
        # bash completion for seekline. Source it, or put it into a folder of completions as "seekline".
        _seekline() {
            local word=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD - 1]} name
            local -a choices=() flags=(\(names))
            COMPREPLY=()
            # bash takes the "=" of --source=NAME for a word of its own.
            if [[ $word == "=" ]]; then
                word= flags=()
            elif [[ $flag == "=" ]]; then
                flag=${COMP_WORDS[COMP_CWORD - 2]} flags=()
            fi
            case $flag in
        \(cases.joined(separator: "\n"))
            *) choices=("${flags[@]}") ;;
            esac
            for name in "${choices[@]}"; do
                [[ $name == "$word"* ]] && COMPREPLY+=("$name")
            done
        }
        complete -F _seekline seekline

        """
    }

    private static var names: String { Flag.all.map(\.name).joined(separator: " ") }

    private static var cases: [String] {
        Flag.all.compactMap { flag in
            switch flag.kind {
            case .nothing: nil
            case .word(let words): "    \(flag.name)) choices=(\(words.joined(separator: " "))) ;;"
            case .columns(let words):
                """
                    \(flag.name))
                        compopt -o nospace
                        choices=(\(words.joined(separator: " ")))
                        choices=("${choices[@]/#/${word%"${word##*,}"}}")
                        ;;
                """
            case .file:
                """
                    \(flag.name))
                        compopt -o filenames
                        mapfile -t COMPREPLY < <(compgen -f -- "$word")
                        return
                        ;;
                """
            case .nothingButFile:
                """
                    \(flag.name))
                        if [[ $word != -* ]]; then
                            compopt -o filenames
                            mapfile -t COMPREPLY < <(compgen -f -- "$word")
                            return
                        fi
                        choices=("${flags[@]}")
                        ;;
                """
            case .source:
                """
                    \(flag.name))
                        # As configured: the command itself knows.
                        mapfile -t choices < <("$1" --sources 2>/dev/null | grep '^[^ ]')
                        ((${#choices[@]})) && mapfile -t choices < <(printf '%q\\n' "${choices[@]%%  *}")
                        ;;
                """
            case .setting:
                """
                    \(flag.name))
                        compopt -o nospace
                        choices=(\(Generated.settings.map { $0.name + "=" }.joined(separator: " ")))
                        ;;
                """
            }
        }
    }
}
