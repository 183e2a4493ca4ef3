import Engine
import Platform
import StdioHost

// Does what the command line and the configuration ask for. Each fault in them is a line on standard error, and the
// exit code is 2.

do {
    let arguments = try Arguments(ThisProcess.arguments)
    switch arguments.action {
    case .printHelp: try show(Flag.help)
    case .printVersion: try show(Version.line)
    case .generate(let document): try show(document.text, terminator: "")
    case .listSources: try show(Catalog(arguments).listing)
    case .listProviders: try show(Catalog.providers)
    case .check(let triesExamples):
        let check = try Check(arguments)
        try show(check.report)
        if triesExamples { try show(check.trials(of: arguments.source)) }
    case .serve: try serve(arguments)
    }
} catch {
    for error in [error] + error.others { complain("error: \(error.message)") }
    ThisProcess.end(code: 2)
}

/// Writes what was asked for to standard output.
func show(_ text: String, terminator: String = "\n") throws(UsageError) {
    do {
        try ThisProcess.write(text + terminator)
    } catch {
        throw UsageError("standard output: \(error)")
    }
}

/// Writes a line for the person who runs this.
func complain(_ text: String) {
    Array("seekline: \(text.printable())\n".utf8).withUnsafeBytes(Writer(.standardError).writeWhatFits)
}

func serve(_ arguments: Arguments) throws(UsageError) {
    let catalog = try Catalog(arguments)
    let replay = try arguments.replayPath.map { (path) throws(UsageError) in try readReplay(path) }
    let source = arguments.source ?? replay?.defaultSource ?? "unicode"
    try catalog.check(has: source)
    if let record = arguments.recordPath {
        if let replay = arguments.replayPath, File.isSame(record, replay) {
            throw UsageError("--record would overwrite the file that --replay reads")
        }
        if File.isSame(record, "/dev/stdout") {
            throw UsageError("--record must not be standard output, which is for the messages: \(record)")
        }
        // (A terminal takes both.)
        if !Descriptor.standardInput.isTerminal, File.isSame(record, "/dev/stdin") {
            throw UsageError("--record would overwrite standard input, \(record)")
        }
        if let configuration = catalog.configFile, File.isSame(record, configuration) {
            throw UsageError("--record would overwrite the configuration, \(configuration)")
        }
    }
    var options = StdioHost.Options(http: catalog.http)
    options.framing = arguments.framing
    options.rows = arguments.rows
    options.logLevel = arguments.logLevel
    options.recordPath = arguments.recordPath
    let configuration = SearchEngine.Configuration(
        sources: catalog.sources, defaultSource: source, isScript: arguments.isScript, replay: replay,
        version: Version.current, seed: UInt64.random(in: 0...UInt64.max))
    if Descriptor.standardInput.isTerminal, Descriptor.standardOutput.isTerminal {
        complain("reading JSON-RPC messages, one a line; Ctrl-D ends, --help tells more")
    }
    do {
        var host = try StdioHost(configuration, options)
        host.run()
    } catch {
        throw UsageError(error.message)
    }
}

func readReplay(_ path: String) throws(UsageError) -> Replay {
    let bytes: [UInt8]
    do {
        bytes = try File.contents(of: path, atMost: 1 << 28)
    } catch {
        throw UsageError(error.message)
    }
    do {
        return try Replay(bytes)
    } catch {
        throw UsageError("\(path):\(error.line): \(error.description)")
    }
}
