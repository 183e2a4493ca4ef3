import Engine
import JSONRPC

/// One flag of the command line: declared once, with its documentation and what it does.
struct Flag: Sendable {
    /// How it is written: `--source`.
    let name: String

    /// What its value is called in the help; nil if it takes none.
    let value: String?

    /// What it is for, in one line.
    let summary: String

    /// Notes the value, which is empty for a flag that takes none.
    let apply: @Sendable (inout Arguments, String) throws(UsageError) -> Void

    private init(
        _ name: String, _ value: String? = nil, _ summary: String,
        apply: @escaping @Sendable (inout Arguments, String) throws(UsageError) -> Void
    ) {
        self.name = name
        self.value = value
        self.summary = summary
        self.apply = apply
    }

    /// Every flag, in the order of the help.
    static let all: [Flag] = [
        Flag("--source", "NAME", "the source that the session `default` searches (unicode)") {
            (arguments, value) throws(UsageError) in arguments.source = value
        },
        Flag("--config", "FILE", "settings as JSON (seekline/config.json in the XDG configuration folder)") {
            (arguments, value) throws(UsageError) in arguments.configPath = value
        },
        Flag("--set", "SOURCE.KEY=VALUE", "one setting, over the file's; may be repeated") {
            (arguments, value) throws(UsageError) in
            arguments.assignments.append(try Assignment(argument: value))
        },
        Flag("--script", nil, "handle a line only when everything before it has settled") {
            (arguments, _) throws(UsageError) in arguments.isScript = true
        },
        Flag("--framing", "F", "auto, lines or content-length (auto)") { (arguments, value) throws(UsageError) in
            guard value == "auto" || Framing(rawValue: value) != nil else {
                throw UsageError("--framing must be auto, lines or content-length, not \"\(value)\"")
            }
            arguments.framing = Framing(rawValue: value)
        },
        Flag("--record", "FILE", "write down everything that goes in and out; begins the file anew") {
            (arguments, value) throws(UsageError) in arguments.recordPath = value
        },
        Flag("--replay", "FILE", "answer from a recording instead of asking the sources") {
            (arguments, value) throws(UsageError) in arguments.replayPath = value
        },
        Flag("--sources", nil, "list the sources and end") { (arguments, _) throws(UsageError) in
            arguments.action = .listSources
        },
        Flag("--log-level", "L", "off, error, warning, info or debug (warning); the log is standard error") {
            (arguments, value) throws(UsageError) in
            let level = LogLevel.allCases.first { "\($0)" == value }
            guard value == "off" || level != nil else {
                throw UsageError("--log-level must be off, error, warning, info or debug, not \"\(value)\"")
            }
            arguments.logLevel = level
        },
        Flag("--version", nil, "print the version and end") { (arguments, _) throws(UsageError) in
            arguments.action = .printVersion
        },
        Flag("--help", nil, "print this and end") { (arguments, _) throws(UsageError) in
            arguments.action = .printHelp
        },
    ]

    /// What `--help` prints.
    static var help: String {
        let usages = all.map { flag in flag.value.map { "\(flag.name) \($0)" } ?? flag.name }
        let width = (usages.map(\.count).max() ?? 0) + 2
        let lines = zip(all, usages).map { flag, usage in
            "  " + usage + String(repeating: " ", count: width - usage.count) + flag.summary
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
