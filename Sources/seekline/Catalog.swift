import BuiltinSources
import CurlTransport
import Platform
import SearchSource

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
        var types = SourceType.all.map { (name: $0.name, type: $0) }
        for assignment in assignments where assignment.key == "type" && assignment.group != HTTPSettings.group {
            guard let type = SourceType.all.first(where: { $0.name == assignment.value }) else {
                let known = SourceType.all.map(\.name).joined(separator: ", ")
                throw UsageError("\(assignment.place): must be one of \(known), not \"\(assignment.value)\"")
            }
            types.removeAll { $0.name == assignment.group }
            types.append((assignment.group, type))
        }
        for assignment in assignments where assignment.key != "type" || assignment.group == HTTPSettings.group {
            if assignment.group == HTTPSettings.group {
                try HTTPSettings.set(assignment, in: &http)
                if assignment.key == HTTPSettings.contact { contact = assignment.value }
            } else {
                try Self.check(assignment, types)
            }
        }
        for (name, type) in types {
            let own = assignments.filter { $0.group == name && $0.key != "type" }
            sources.append(try Self.source(name, type, own, environment, contact))
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

    private static func check(
        _ assignment: Assignment, _ types: [(name: String, type: SourceType)]
    ) throws(UsageError) {
        guard let type = types.first(where: { $0.name == assignment.group })?.type else {
            let known = types.map(\.name).joined(separator: ", ")
            throw UsageError(
                "\(assignment.place): there is no source `\(assignment.group)`; there are \(known), "
                    + "and `type` makes others")
        }
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
            return info.name + String(repeating: " ", count: width - info.name.count) + info.title + ": " + info.summary
                + missing
        }.joined(separator: "\n")
    }
}
