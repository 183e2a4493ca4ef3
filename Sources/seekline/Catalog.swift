import BuiltinSources
import CurlTransport
import Platform
import SearchSource
import StdioHost

/// The sources that there are: one of each type under the type's own name, and the named ones that settings add with
/// `type`.
struct Catalog {
    /// The sources, in the order in which they are listed.
    private(set) var sources: [any Source] = []

    /// What holds for all that use HTTP.
    private(set) var http = HTTPSettings.defaults

    /// The configuration file that was read; nil if there is none.
    private(set) var configFile: String?

    /// The sources that the command line and the configuration describe.
    init(_ arguments: Arguments) throws(UsageError) {
        let path = arguments.configPath ?? ConfigFile.defaultPath
        let file = try path.flatMap { (path) throws(UsageError) in
            try ConfigFile(at: path, mustExist: arguments.configPath != nil)
        }
        self = try Catalog((file?.assignments ?? []) + arguments.assignments, environment: ThisProcess.environment)
        configFile = file == nil ? nil : path
    }

    /// The sources that `assignments` describe. Of two for the same setting the later one counts; a setting that is
    /// not made at all is taken from the environment, if it has a variable there.
    init(_ assignments: [Assignment], environment: (String) -> String?) throws(UsageError) {
        var contact: String?
        // Names may be many, so none is looked for among all of them; and they are compared by their bytes.
        var types: [ExactText: SourceType] = [:]
        for type in SourceType.all { types[ExactText(type.name)] = type }
        var names = SourceType.all.map { ExactText($0.name) }
        var own: [ExactText: [Assignment]] = [:]
        for assignment in assignments where assignment.key == "type" && assignment.group != HTTPSettings.group {
            guard let type = SourceType.all.first(where: { $0.name == assignment.value }) else {
                let known = SourceType.all.map(\.name).joined(separator: ", ")
                throw UsageError("\(assignment.place): must be one of \(known), not \"\(assignment.value)\"")
            }
            let name = ExactText(assignment.group)
            if types.updateValue(type, forKey: name) == nil { names.append(name) }
        }
        for assignment in assignments where assignment.key != "type" || assignment.group == HTTPSettings.group {
            if assignment.group == HTTPSettings.group {
                try HTTPSettings.set(assignment, in: &http)
                if assignment.key == HTTPSettings.contact { contact = assignment.value }
            } else {
                let name = ExactText(assignment.group)
                guard let type = types[name] else { throw Self.unknown(assignment, names) }
                try Self.check(assignment, type)
                own[name, default: []].append(assignment)
            }
        }
        for name in names {
            guard let type = types[name] else { continue }
            sources.append(try Self.source(name.text, type, own[name] ?? [], environment, contact))
        }
    }

    private static func source(
        _ name: String, _ type: SourceType, _ assignments: [Assignment], _ environment: (String) -> String?,
        _ contact: String?
    ) throws(UsageError) -> any Source {
        var values: [String: String] = [:]
        for assignment in assignments { values[assignment.key] = assignment.value }
        var variables: [String: String] = [:]
        for variable in type.settings.compactMap(\.variable) { variables[variable] = environment(variable) }
        do {
            return try type.make(name, Settings(values, variables: variables, contact: contact))
        } catch {
            let place = assignments.last { $0.key == error.setting }?.place ?? error.variable.map { "$\($0)" }
            throw UsageError("\(place ?? "\(name).\(error.setting)"): \(error.message)")
        }
    }

    private static func unknown(_ assignment: Assignment, _ names: [ExactText]) -> UsageError {
        let known = names.map(\.text).joined(separator: ", ")
        return UsageError(
            "\(assignment.place): there is no source `\(assignment.group)`; there are \(known), and `type` makes others"
        )
    }

    private static func check(_ assignment: Assignment, _ type: SourceType) throws(UsageError) {
        guard let setting = type.settings.first(where: { $0.name == assignment.key }) else {
            let known = type.settings.isEmpty ? "nothing to set" : type.settings.map(\.name).joined(separator: ", ")
            throw UsageError("\(assignment.place): there is no such setting; \(type.name) has \(known)")
        }
        if setting.isSecret, assignment.isOnCommandLine {
            let variable = setting.variable.map { "set $\($0), or " } ?? ""
            throw UsageError(
                "\(assignment.place): a command line can be read by others on this machine; "
                    + "\(variable)`\(setting.name)` in a configuration file")
        }
    }

    /// What `--sources` prints.
    var table: String {
        let width = (sources.map(\.info.name.count).max() ?? 0) + 2
        return sources.map { source in
            let info = source.info
            let missing = info.missing.isEmpty ? "" : " [missing: \(info.missing.joined(separator: ", "))]"
            let line =
                info.name + String(repeating: " ", count: width - info.name.count) + info.title + ": " + info.summary
                + missing
            return line.printable()
        }.joined(separator: "\n")
    }
}
