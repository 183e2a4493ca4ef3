import Engine
import Glibc
import StdioHost

// What the command line and the configuration ask for, done. Whatever is wrong with them is one line and exit code 2.

do {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    switch arguments.task {
    case .printHelp: print(Flag.help)
    case .printVersion: print("seekline \(Version.current) (protocol \(SearchEngine.protocolVersion))")
    case .listSources: print(try catalog(arguments).table)
    case .serve: try serve(arguments)
    }
} catch {
    File.complain("error: \(error.message)")
    exit(2)
}

func catalog(_ arguments: Arguments) throws(UsageError) -> Catalog {
    var assignments: [Assignment] = []
    if let path = arguments.configPath ?? File.defaultConfigPath,
        let bytes = try File.read(path, mustExist: arguments.configPath != nil, atMost: 1 << 20)
    {
        assignments = try ConfigFile(bytes, path: path).assignments
    }
    return try Catalog(assignments + arguments.assignments, environment: File.environment)
}

func serve(_ arguments: Arguments) throws(UsageError) {
    let catalog = try catalog(arguments)
    let replay = try arguments.replayPath.map { (path) throws(UsageError) in try readReplay(path) }
    let source = arguments.source ?? replay?.defaultSource ?? "unicode"
    let known = catalog.sources.map(\.info.name)
    guard known.contains(source) else {
        throw UsageError("there is no source \"\(source)\"; there are \(known.joined(separator: ", "))")
    }
    var options = StdioHost.Options(http: catalog.http)
    options.framing = arguments.framing
    options.logLevel = arguments.logLevel
    options.recordPath = arguments.recordPath
    let configuration = SearchEngine.Configuration(
        sources: catalog.sources, defaultSource: source, isScript: arguments.isScript, replay: replay,
        version: Version.current, seed: UInt64.random(in: 0...UInt64.max))
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
        File.complain("reading JSON-RPC messages, one a line; Ctrl-D ends, --help tells more")
    }
    do {
        try StdioHost(configuration, options).run()
    } catch {
        throw UsageError(error.message)
    }
}

func readReplay(_ path: String) throws(UsageError) -> Replay {
    let bytes = try File.read(path, mustExist: true, atMost: 1 << 28) ?? []
    do {
        return try Replay(bytes)
    } catch {
        throw UsageError("\(path):\(error.line): \(error.description)")
    }
}
