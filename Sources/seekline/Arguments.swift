import Engine
import JSONRPC
import StdioHost

/// What the command line asks for.
struct Arguments {
    /// What the process is to do.
    enum Action {
        case serve, listSources, listProviders, check(triesExamples: Bool), generate(Generated), printVersion, printHelp
    }

    var action = Action.serve
    var source: String?
    var configPath: String?
    var assignments: [Assignment] = []
    var isScript = false
    var framing: Framing?
    var rows: RowFormat?
    var recordPath: String?
    var replayPath: String?
    var logLevel: LogLevel? = .warning

    /// Parses the words of the command line except the first; nil stands for one that is not UTF-8.
    init(_ words: [String?]) throws(UsageError) {
        if let place = words.firstIndex(of: nil) {
            throw UsageError("argument \(place + 1) must be UTF-8; for a file with another name, use a link to it")
        }
        var rest = words.compactMap(\.self)[...]
        var checkedPath: String?
        while let word = rest.popFirst() {
            // By bytes: a combining mark may follow.
            let parts = word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
            if case .check = action, checkedPath == nil, !word.hasPrefix("-") {
                guard !word.isEmpty else { throw UsageError("a FILE to check must have a name, not \"\"") }
                checkedPath = word
                continue
            }
            guard let flag = Flag.all.first(where: { $0.isWritten(parts[0]) }) else {
                throw UsageError("there is no flag \"\(word)\"; --help lists them")
            }
            guard let name = flag.value else {
                if parts.count > 1 { throw UsageError("\(flag.name) takes no value") }
                try flag.apply(&self, "")
                continue
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                throw UsageError("\(flag.name) must be followed by \(name)")
            }
            if case .file = flag.kind, value.isEmpty {
                throw UsageError("\(flag.name) must be followed by the name of a file, not \"\"")
            }
            try flag.apply(&self, value)
        }
        if let checkedPath {
            guard configPath == nil else {
                throw UsageError("there are two files to check, \"\(checkedPath)\" and that of --config; name one")
            }
            configPath = checkedPath
        }
        if recordPath != nil, recordPath == replayPath {
            throw UsageError("--record would overwrite the file that --replay reads")
        }
    }
}

/// A fault in the command line, in a file that it names, or in a setting.
struct UsageError: Error, Hashable {
    let message: String

    /// Other faults that could be reported at the same time.
    var others: [UsageError] = []

    init(_ message: String) {
        self.message = message
    }
}
