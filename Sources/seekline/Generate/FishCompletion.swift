/// Completions for fish.
enum FishCompletion {
    static var text: String {
        """
        # fish completion for seekline. Put it into ~/.config/fish/completions as "seekline.fish".
        complete -c seekline -f
        \(Flag.all.map(line).joined(separator: "\n"))

        """
    }

    private static func line(for flag: Flag) -> String {
        let short = flag.short.map { " -s \($0.dropFirst())" } ?? ""
        let line = "complete -c seekline\(short) -l \(flag.name.dropFirst(2)) -d \(quoted(flag.summary))"
        switch flag.kind {
        case .nothing: return line
        case .nothingButFile:
            return line + "\ncomplete -c seekline -n '__fish_contains_opt \(flag.name.dropFirst(2))' -F"
        case .file: return line + " -r -F"
        // The configured sources, which the command itself lists.
        case .source:
            return line
                + " -x -a '(seekline --sources 2>/dev/null | string match -r \"^[^ ].*\" | string replace -r \"  +\" \\t)'"
        case .setting:
            let settings = Generated.settings.map { "\($0.name)=\\t\($0.summary)" }.joined(separator: "\\n")
            return line + " -x -a \(quoted("(printf \(quotedTwice(settings)))"))"
        case .columns(let words): return line + " -x -a '(__fish_append , \(words.joined(separator: " ")))'"
        case .word(let words): return line + " -x -a \(quoted(words.joined(separator: " ")))"
        }
    }

    /// Returns the text in single quotes.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    /// Returns the text in double quotes, for a command within single quotes.
    private static func quotedTwice(_ text: String) -> String {
        "\"" + text.replacing("$", with: "\\$").replacing("\"", with: "\\\"") + "\""
    }
}
