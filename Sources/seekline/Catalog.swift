import BuiltinSources
import CurlTransport
import JSON
import Platform
import SearchSource
import StdioHost

/// The available sources: one of each type that needs no configuration, under the type's own name, and those that
/// settings add with `type`.
struct Catalog {
    /// The sources, in the order in which they are listed.
    private(set) var sources: [any Source] = []

    /// The configuration of all sources that use HTTP.
    private(set) var http = HTTPSettings.defaults

    /// The configuration file that was read; nil if there is none.
    private(set) var configFile: String?

    /// Where a configuration file was looked for; nil if no place is known.
    private(set) var configPath: String?

    /// Creates a catalog of the sources that the command line and the configuration describe.
    init(_ arguments: Arguments) throws(UsageError) {
        let named = arguments.configPath
        let path = if let named { named } else { try ConfigFile.defaultPath }
        let file = try path.flatMap { (path) throws(UsageError) in
            try ConfigFile(at: path, mustExist: named != nil)
        }
        self = try Catalog(
            (file?.assignments ?? []) + arguments.assignments, bareSources: file?.bareSources ?? [],
            environment: ThisProcess.environment, faults: file?.faults ?? Faults())
        configFile = file == nil ? nil : path
        configPath = path
    }

    /// Creates a catalog of the sources that `assignments` describe. If two are for the same setting, the later one
    /// counts; a setting without any is taken from the environment, if it has a variable there.
    ///
    /// - Parameters:
    ///   - bareSources: The sources that are named without any settings, each with its place.
    ///   - faults: Faults that were found before. They are thrown together with those found here.
    init(
        _ assignments: [Assignment], bareSources: [(name: String, place: String)] = [],
        environment: (String) -> String?, faults: Faults = Faults()
    ) throws(UsageError) {
        var faults = faults
        var made = SourceType.all.filter(\.isThereByItself).map { Made(name: $0.name, type: $0) }
        // There may be many names, so they are looked up in a dictionary, where they are compared by their bytes. If
        // nothing is set, no lookup is needed.
        var places: [ExactText: Int] = [:]
        if !assignments.isEmpty || !bareSources.isEmpty {
            for (place, standing) in made.enumerated() { places[ExactText(standing.name)] = place }
        }
        for assignment in assignments where assignment.key == "type" && assignment.group != HTTPSettings.group {
            let type = faults.gather { () throws(UsageError) in try Self.namedType(assignment) }
            let named = Made(name: assignment.group, type: type, assignment: assignment)
            if let place = places[ExactText(named.name)] {
                made[place] = named
            } else {
                places[ExactText(named.name)] = made.count
                made.append(named)
            }
        }
        var contact: String?
        var unknown: Set<ExactText> = []
        for assignment in assignments where assignment.key != "type" || assignment.group == HTTPSettings.group {
            _ = faults.gather { () throws(UsageError) in
                if assignment.group == HTTPSettings.group {
                    try HTTPSettings.set(assignment, in: &http)
                    if assignment.key == HTTPSettings.contact { contact = try assignment.text() }
                    return
                }
                guard let place = places[ExactText(assignment.group)] else {
                    // All settings of one unknown source are wrong for the same reason, which is reported once.
                    guard unknown.insert(ExactText(assignment.group)).inserted else { return }
                    throw Self.unknown(assignment.group, assignment.place(), made.map(\.name))
                }
                guard let type = made[place].type else { return }
                try Self.check(assignment, type)
                made[place].assignments.append(assignment)
            }
        }
        for bare in bareSources where bare.name != HTTPSettings.group && places[ExactText(bare.name)] == nil {
            faults.note(Self.unknown(bare.name, bare.place, made.map(\.name)))
        }
        // Sources made of others are created after those, but listed where they were named.
        for isLater in [false, true] {
            let others = made.compactMap(\.source)
            for place in made.indices {
                let named = made[place]
                guard let type = named.type, type.isMadeOfOthers == isLater else { continue }
                made[place].source = faults.gather { () throws(UsageError) in
                    try Self.source(type, named, environment, contact, others)
                }
            }
        }
        sources = made.compactMap(\.source)
        try faults.check()
    }

    /// Throws if no source has this name, byte for byte.
    func check(has name: String) throws(UsageError) {
        let known = sources.map(\.info.name)
        guard known.contains(where: { ExactText($0) == ExactText(name) }) else {
            throw UsageError("there is no source \"\(name)\"; there are \(known.joined(separator: ", "))")
        }
    }

    /// A source as it is configured.
    private struct Made {
        /// Its name.
        let name: String
        /// Its type; nil if there is no type of the given name.
        let type: SourceType?
        /// The `type` that adds it; nil if it is there by itself.
        var assignment: Assignment?
        /// The settings that are made on it.
        var assignments: [Assignment] = []
        /// The source itself, once it has been created.
        var source: (any Source)?
    }

    /// The names of all types.
    private static var typeNames: [String] {
        (SourceType.all + SourceType.shipped + SourceType.providers).map(\.name)
    }

    /// Returns the type that is named.
    private static func namedType(_ assignment: Assignment) throws(UsageError) -> SourceType {
        let text = try assignment.text()
        if let type = SourceType.named(text) { return type }
        let known = typeNames
        let meant = NearName.nearest(to: text, among: known).map { "; is `\($0)` meant?" } ?? ""
        throw UsageError(
            "\(assignment.place()): must be one of \(known.joined(separator: ", ")), not \"\(text)\"\(meant)")
    }

    private static func source(
        _ type: SourceType, _ made: Made, _ environment: (String) -> String?, _ contact: String?, _ others: [any Source]
    ) throws(UsageError) -> any Source {
        var values: [String: JSONValue] = [:]
        for assignment in made.assignments {
            let setting = type.settings.first { $0.name == assignment.key }
            values[assignment.key] =
                setting?.isStructured == true
                ? try assignment.structure(isLiteral: setting?.isLiteral == true) : .string(try assignment.text())
        }
        var variables: [String: String] = [:]
        let named = (type.shipped?.variables ?? []) + values.values.flatMap(Settings.variables(namedIn:))
        for variable in type.settings.compactMap(\.variable) + named { variables[variable] = environment(variable) }
        do throws(SettingError) {
            return try type.make(made.name, Settings(values, variables: variables, contact: contact, others: others))
        } catch {
            // In the order of the file, whatever was read first.
            let faults = ([error] + error.others).map { fault(of: made, $0) }.sorted { $0.offset < $1.offset }
            var first = faults[0].told
            first.others = faults.dropFirst().map(\.told)
            throw first
        }
    }

    /// Returns a fault with its place: that of the setting, of its variable, or of the `type` that adds the source.
    private static func fault(of made: Made, _ error: SettingError) -> (offset: Int, told: UsageError) {
        let set = made.assignments.last { $0.key == error.setting }
        let place =
            set?.place(error.path) ?? error.variable.map { "$\($0)" } ?? made.assignment?.place(beside: error.setting)
            ?? "\(made.name).\(error.setting)"
        let offset = set?.offset(error.path) ?? made.assignment?.offset([]) ?? 0
        return (offset, UsageError("\(place): \(error.message)"))
    }

    private static func unknown(_ name: String, _ place: String, _ names: [String]) -> UsageError {
        let (known, types) = (names.joined(separator: ", "), typeNames.joined(separator: ", "))
        return UsageError(
            "\(place): there is no source `\(name)`; there are \(known), and another one needs a `type`, one of \(types)"
        )
    }

    private static func check(_ assignment: Assignment, _ type: SourceType) throws(UsageError) {
        let setting: Setting
        do throws(SettingError) {
            setting = try type.setting(assignment.key)
        } catch {
            throw UsageError("\(assignment.place()): \(error.message)")
        }
        if setting.isSecret, assignment.isOnCommandLine {
            let variable = setting.variable.map { "set $\($0), or " } ?? ""
            throw UsageError(
                "\(assignment.place()): others on this machine can read a command line; "
                    + "\(variable)`\(setting.name)` in a configuration file")
        }
    }

    /// What `--sources` prints: the sources, and which others can be turned on.
    var listing: String {
        let types = Self.lines(SourceType.shipped) {
            "  \($0)\($1.summary)\($1.wasNeverTried ? " [never run live]" : "")"
        }
        return """
            \(table)

              Others are described, and off until a source has one of these for its "type":
            \(types)

              So are sources that run programs, which --providers lists.
            """
    }

    /// What `--providers` prints: the programs that can be turned on as sources, what each needs, and what is missing.
    static var providers: String {
        lines(SourceType.providers) { name, type in
            let requires = "needs \(type.requires.joined(separator: ", "))"
            let missing = (try? type.source())?.info.missing ?? []
            let state = missing.isEmpty ? "" : " [missing: \(missing.joined(separator: ", "))]"
            return "\(name)\(type.summary); \(requires)\(state)"
        }
    }

    /// Returns a line for each of these types, which begins with the name, padded to the longest one.
    private static func lines(_ types: [SourceType], _ line: (String, SourceType) -> String) -> String {
        let width = (types.map(\.name.count).max() ?? 0) + 2
        return types.map { type in
            line(type.name.filled(to: width), type)
        }.joined(separator: "\n")
    }

    /// The sources, one per line.
    var table: String {
        let width = (sources.map(\.info.name.count).max() ?? 0) + 2
        return sources.map { source in
            let info = source.info
            let missing = info.missing.isEmpty ? "" : " [missing: \(info.missing.joined(separator: ", "))]"
            return (info.name.filled(to: width) + info.title + ": " + info.summary + missing).printable()
        }.joined(separator: "\n")
    }
}
