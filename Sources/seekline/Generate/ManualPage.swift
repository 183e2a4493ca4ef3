import BuiltinSources

/// The manual page, in the macros of man(7).
enum ManualPage {
    static var text: String {
        """
        .TH SEEKLINE 1 \(Version.date) "seekline \(Version.current)" "User Commands"
        .SH NAME
        seekline \\- incremental search as a process
        .SH SYNOPSIS
        .B seekline
        .RI [ FLAG ]...
        .SH DESCRIPTION
        .B seekline
        reads JSON-RPC 2.0 messages from standard input, one per line,
        and writes responses and notifications to standard output.
        A client sends the text of its search box
        .RB ( setQuery ),
        reports that the end of the list has come into view
        .RB ( reachedBottom ),
        or asks to open an item
        .RB ( openDetail );
        it receives what to show: whether something is loading, the items, an error.
        Debouncing, paging, retrying and cancelling stale requests are done here.
        .PP
        The process exits at the end of its input,
        and when nobody reads its output any more.
        .SH OPTIONS
        \(Flag.all.map(option).joined(separator: "\n"))
        .SH SOURCES
        Settings are written SOURCE.KEY. They are given with
        .BR \\-\\-set
        or in the configuration file; secrets only there or in the environment.
        \(SourceType.all.map(source).joined(separator: "\n"))
        \((SourceType.shipped + SourceType.providers).map(source).joined(separator: "\n"))
        .TP
        .B http
        Settings for all sources that use the network.
        \(HTTPSettings.all.map { setting("http.\($0.name)", $0.summary) }.joined(separator: "\n"))
        .SH ENVIRONMENT
        \(variables.joined(separator: "\n"))
        .TP
        .B XDG_CONFIG_HOME
        The configuration folder, if it is not ~/.config.
        .SH FILES
        .TP
        .I ~/.config/seekline/config.json
        Settings, for example
        .nh
        {"sources": {"wikipedia": {"language": "en"}}}.
        .hy
        A source with a name of its own needs a
        .BR type .
        .SH EXIT STATUS
        .TP
        .B 0
        The input ended, the reader went away, or
        .B exit
        was called after
        .BR shutdown .
        .TP
        .B 1
        .B exit
        was called without
        .BR shutdown ,
        or the input could no longer be split into messages,
        or the output could not be written, for example because the disk is full.
        .TP
        .B 2
        The command line or the configuration is wrong.
        Standard error has one line per fault,
        which says where it is and what would be right.
        .SH EXAMPLES
        Two pages of arrows:
        .PP
        .nf
        printf '%s\\en' \\e
          '{"jsonrpc":"2.0","id":1,"method":"setQuery","params":{"query":"arrow"}}' \\e
          '{"jsonrpc":"2.0","id":2,"method":"reachedBottom"}' | seekline \\-\\-script
        .fi

        """
    }

    private static func option(_ flag: Flag) -> String {
        let value = flag.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
        return ".TP\n\\fB\(escaped(flag.name))\\fR\(value)\n\(sentence(flag.summary))"
    }

    private static func source(_ type: SourceType) -> String {
        // Settings that all descriptions share are listed only once, with their own type.
        let settings = (type.shipped?.settings ?? type.settings).map { one in
            var summary = one.summary
            if let value = one.defaultValue { summary += " (\(value))" }
            if one.isSecret { summary += "; a secret" }
            if let variable = one.variable { summary += "; else $\(variable)" }
            return setting("\(type.isThereByItself ? type.name : "NAME").\(one.name)", summary)
        }
        let name = type.isThereByItself ? type.name : "NAME, with \"type\": \"\(type.name)\""
        return ([".TP\n\\fB\(escaped(name))\\fR\n\(sentence(type.summary))"] + settings).joined(separator: "\n")
    }

    private static func setting(_ name: String, _ summary: String) -> String {
        ".RS\n.TP\n.I \(escaped(name))\n\(sentence(summary))\n.RE"
    }

    private static var variables: [String] {
        SourceType.all.flatMap { type in
            type.settings.compactMap { setting in
                setting.variable.map { ".TP\n.B \(escaped($0))\n\(sentence("\(type.name): \(setting.summary)"))" }
            }
        }
    }

    /// Returns a phrase as a sentence.
    private static func sentence(_ phrase: String) -> String {
        let text = phrase.prefix(1).uppercased() + phrase.dropFirst() + (phrase.hasSuffix(".") ? "" : ".")
        return filled(escaped(text))
    }

    /// Returns the text in lines of at most 80 bytes, where its words allow that.
    private static func filled(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, line.utf8.count + word.utf8.count < 80 {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the text with everything escaped that is special to roff.
    private static func escaped(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
