import Engine
import JSONRPC
import StdioHost

/// One flag of the command line: declared once, with its documentation and what it does.
struct Flag: Sendable {
    /// The name, such as `--source`.
    let name: String

    /// The short form, such as `-h`; nil if there is none.
    private(set) var short: String?

    /// The name of its value in the help; nil if it takes none.
    let value: String?

    /// What its value can be.
    let kind: Kind

    /// What it is for, in one line.
    let summary: String

    /// Stores the value, which is empty for a flag that takes none.
    let apply: @Sendable (inout Arguments, String) throws(UsageError) -> Void

    /// What the value of a flag can be, and so what a shell completes it with.
    enum Kind {
        /// A file.
        case file
        /// The name of a source.
        case source
        /// SOURCE.KEY=VALUE.
        case setting
        /// One of these words.
        case word([String])
        /// Some of these words, separated by commas.
        case columns([String])
        /// None, but the name of a file may follow.
        case nothingButFile
        /// None.
        case nothing
    }

    private init(
        _ name: String, _ value: String?, _ kind: Kind, _ summary: String,
        apply: @escaping @Sendable (inout Arguments, String) throws(UsageError) -> Void
    ) {
        self.name = name
        self.value = value
        self.kind = kind
        self.summary = summary
        self.apply = apply
    }

    /// Creates a flag that takes no value.
    private init(
        _ name: String, short: String? = nil, _ summary: String, kind: Kind = .nothing,
        apply: @escaping @Sendable (inout Arguments) -> Void
    ) {
        self.init(name, nil, kind, summary) { (arguments, _) throws(UsageError) in apply(&arguments) }
        self.short = short
    }

    /// Every flag, in the order of the help.
    static let all: [Flag] = [
        Flag("--source", "NAME", .source, "the source that the session `default` searches (unicode)") {
            $0.source = $1
        },
        Flag("--config", "FILE", .file, "settings as JSON (seekline/config.json in the XDG configuration folder)") {
            $0.configPath = $1
        },
        Flag("--set", "SOURCE.KEY=VALUE", .setting, "a setting; overrides the configuration file; may be repeated") {
            (arguments, value) throws(UsageError) in
            arguments.assignments.append(try Assignment(argument: value))
        },
        Flag("--script", "handle each line only once everything before it has settled") { $0.isScript = true },
        word("--framing", "F", ["auto"] + Framing.allCases.map(\.rawValue), "how messages are delimited", "auto") {
            $0.framing = Framing(rawValue: $1)
        },
        Flag(
            "--rows", "COLUMNS", .columns(ItemColumn.names),
            "write tab-separated lines with these columns: id,title or json or url,kind,fields.NAME"
        ) { (arguments, value) throws(UsageError) in
            do throws(ItemColumn.Unknown) {
                arguments.rows = try RowFormat(value)
            } catch {
                let names = inWords(ItemColumn.names + ["fields.NAME", "json", "json: with one of these"])
                throw UsageError("--rows must be columns with commas between them: \(names), not \"\(error.name)\"")
            }
        },
        Flag("--record", "FILE", .file, "record all input and output; overwrites the file") {
            $0.recordPath = $1
        },
        Flag("--replay", "FILE", .file, "answer from a recording instead of the sources") { $0.replayPath = $1 },
        Flag("--sources", "list the sources and exit") { $0.action = .listSources },
        Flag("--providers", "list the preset programs, their requirements and what is missing, and exit") {
            $0.action = .listProviders
        },
        Flag(
            "--check",
            "check the configuration, or a FILE; report what is missing and the libcurl in use",
            kind: .nothingButFile
        ) {
            if case .check = $0.action { return }
            $0.action = .check(triesExamples: false)
        },
        Flag(
            "--try", "like --check, and run the example of described sources: what is read, what is left out",
            kind: .nothingButFile
        ) {
            $0.action = .check(triesExamples: true)
        },
        word(
            "--log-level", "L", ["off"] + LogLevel.allCases.map(\.description),
            "what is logged on standard error", "warning"
        ) { arguments, value in arguments.logLevel = LogLevel.allCases.first { $0.description == value } },
        word(
            "--generate", "WHAT", Generated.allCases.map(\.rawValue),
            "print the manual page or shell completions and exit"
        ) { arguments, value in
            if let document = Generated(rawValue: value) { arguments.action = .generate(document) }
        },
        Flag("--version", "print the version and exit") { $0.action = .printVersion },
        Flag("--help", short: "-h", "print this help and exit; -h does the same") { $0.action = .printHelp },
    ]

    /// Whether `word` is this flag, in its long or short form.
    func isWritten(_ word: String) -> Bool { word == name || word == short }

    /// Returns a flag whose value is one of `words`, by default `standard`.
    private static func word(
        _ name: String, _ value: String, _ words: [String], _ summary: String,
        _ standard: String? = nil, apply: @escaping @Sendable (inout Arguments, String) -> Void
    ) -> Flag {
        Flag(name, value, .word(words), "\(summary): \(inWords(words))" + (standard.map { " (\($0))" } ?? "")) {
            (arguments, value) throws(UsageError) in
            guard words.contains(value) else {
                throw UsageError("\(name) must be \(inWords(words)), not \"\(value)\"")
            }
            apply(&arguments, value)
        }
    }

    private static func inWords(_ words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    /// The flag with its value: `--source NAME`.
    var usage: String { value.map { "\(name) \($0)" } ?? name }

    /// What `--help` prints.
    static var help: String {
        let usages = all.map(\.usage)
        let width = (usages.map(\.count).max() ?? 0) + 2
        let lines = zip(all, usages).map { flag, usage in
            "  " + usage.filled(to: width) + flag.summary
        }
        return """
            seekline \(Version.current): incremental search as a process. JSON-RPC 2.0 on standard input and output, one message a line.

            usage: seekline [FLAG]…

            \(lines.joined(separator: "\n"))

            Two pages of arrows:
              printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"setQuery","params":{"query":"arrow"}}' \\
                            '{"jsonrpc":"2.0","id":2,"method":"reachedBottom"}' | seekline --script
            """
    }
}

extension String {
    /// Returns the string padded with spaces to `width` characters.
    func filled(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
