import BuiltinSources
import CurlTransport
import SearchSource
import StdioHost

/// What `--check` says about the configuration. A fault in it ends the process first, as it does without the flag.
struct Check {
    private let catalog: Catalog

    /// Creates a check of what these arguments and the configuration file say.
    init(_ arguments: Arguments) throws(UsageError) {
        catalog = try Catalog(arguments)
        if let source = arguments.source { try catalog.check(has: source) }
    }

    /// A line for the file, one for each source, and one for libcurl.
    var report: String {
        let path = catalog.configFile ?? catalog.configPath.map { "none; it would be \($0)" } ?? "none"
        let width = (catalog.sources.map(\.info.name.count).max() ?? 0) + 2
        let sources = catalog.sources.map { source in
            let info = source.info
            let name = info.name.filled(to: width)
            let state = info.missing.isEmpty ? "ready" : "missing: \(info.missing.joined(separator: ", "))"
            let isUntried = SourceType.named(info.type)?.wasNeverTried == true
            let note = isUntried ? " (described from its documentation, never run live)" : ""
            // Made printable, because this is read before anybody trusts the file.
            return "  \(name)\(state)\(note)".printable()
        }
        let curl =
            CurlTransport.libraryVersion.map { "found: \($0)" }
            ?? "not found: install the package libcurl4, or only sources that need no network work"
        return """
            configuration  \(path.printable())
            sources
            \(sources.joined(separator: "\n"))
            libcurl        \(curl)
            """
    }

    /// Queries each described source, or the one called `name`, for its example, and returns a report.
    func trials(of name: String?) -> String {
        let sources = catalog.sources.lazy.compactMap { $0 as? any TriableSource }
            .filter { name == nil || $0.info.name == name }
        let reports = sources.map { source in
            let lines = Trying(source: source, http: catalog.http).report()
            return ([source.info.name.printable()] + lines.map { "  " + $0.printable() }).joined(separator: "\n")
        }
        guard !reports.isEmpty else { return "There is no described source to try." }
        return reports.joined(separator: "\n")
    }
}
