import JSON
import Platform
import SearchSource

/// A program as the configuration describes it: what is run, when, and how its output is read.
struct CommandDescription: Sendable {
    /// When the program is run.
    enum Run: String, CaseIterable, Sendable {
        /// Once; the engine searches its output.
        case once
        /// For each query.
        case each
        /// Once; it keeps running and is asked for each query.
        case provider
    }

    /// What to do with a query that could be read as an option.
    enum Dashes: String, CaseIterable, Sendable {
        /// It is passed on if `--` precedes it, which ends the options of most programs.
        case auto
        /// It is passed on.
        case pass
        /// It is refused.
        case refuse
    }

    /// The element that stands for the query.
    static let hole = "{query}"

    let title: String
    let run: Run
    private(set) var reader: RowReader
    /// The exit codes that mean that nothing was found.
    let nothingFound: Set<Int>
    /// The exit codes that mean this if the program wrote nothing to standard error.
    let nothingFoundInSilence: Set<Int>
    /// The exit codes that mean that not everything could be searched; what was found counts.
    let partial: Set<Int>
    /// Whether the output of a program that is run once is kept, rather than produced again for each query.
    let isKept: Bool
    /// The program that shows an item in full; nil if the list has all there is.
    let detail: DetailCommand?
    /// The actions on an item.
    let actions: [ActionCommand]
    let requires: RequiredPrograms
    /// How a search box on it behaves.
    let pacing: Pacing
    /// The configuration of a provider.
    let provider: ProviderSettings
    /// What is run, with `hole` still in it.
    let command: Command
    private let passesDashes: Bool

    /// Reads a description of the source `name`.
    ///
    /// - Throws: All faults, or the first `DescriptionFaults.most`.
    init(_ members: JSONObject, name: String) throws(DescriptionErrors) {
        self = try DescriptionFaults.gather { (faults) throws(DescriptionError) in
            try CommandDescription(members, name: name, faults)
        }
    }

    private init(_ members: JSONObject, name: String, _ faults: DescriptionFaults) throws(DescriptionError) {
        let whole = DescribedValue(
            json: .object(members), path: [], variables: DescribedVariables([:]), faults: faults)
        let object = try whole.object(members.members.map(\.name))
        let variables = try object.optional("env", Self.variables) ?? [:]
        let argv = try object.needed("argv")
        let folder = try object.optional("cwd", Self.folder)
        let search = ProgramSearch(path: variables["PATH"], folder: folder)
        let arguments = try Self.arguments(argv, search)
        run = try Self.run(object["run"], argv, arguments)
        let format = try object["format"]?.word(of: RowReader.Format.allCases) ?? .lines
        let reader = try Self.reader(format, object["pattern"], object["item"], folder)
        self.reader = reader
        nothingFound = try object.optional("nothingFound", Self.codes) ?? []
        nothingFoundInSilence = try object.optional("nothingFoundInSilence", Self.codes) ?? []
        partial =
            try object.optional("partial") { [nothingFound] (value) throws(DescriptionError) in
                let codes = try Self.codes(value)
                if let code = codes.intersection(nothingFound).min() {
                    throw value.fault("has \(code), and so has `nothingFound`: it can mean only one of the two")
                }
                return codes
            } ?? []
        isKept =
            try object.optional("keep") { [run] (value) throws(DescriptionError) in
                let keep = try value.boolean()
                guard run == .once else {
                    let found = run == .each ? "`argv` has the element `\(Self.hole)`" : "this one keeps running"
                    throw value.fault("is only for a program that is run once, but \(found)")
                }
                return keep
            } ?? true
        requires =
            try object.optional("requires") { (value) throws(DescriptionError) in
                try RequiredPrograms(value, search)
            } ?? RequiredPrograms()
        pacing = try Self.pacing(run, object["options"])
        provider = try ProviderSettings(object, isProvider: run == .provider)
        let command = Command(
            arguments, variables: variables, folder: folder, separator: reader.separator,
            timeLimit: .milliseconds(try object.optional("timeoutMs", Self.milliseconds) ?? 15_000))
        self.command = command
        let hasFields = reader.hasFields || run == .provider
        detail = try object.optional("detail") { (value) throws(DescriptionError) in
            try DetailCommand(value, of: name, like: command, hasFields: hasFields)
        }
        let actions =
            try object.optional("actions") { (value) throws(DescriptionError) in
                try ActionCommand.all(value, of: name, like: command, hasFields: hasFields)
            } ?? []
        self.actions = actions
        self.reader.actions = actions.map(\.action)
        let dashes = try object["dashes"]?.word(of: Dashes.allCases) ?? .auto
        let hasEnd = arguments.prefix { !$0.hasSameBytes(as: Self.hole) }.contains { $0.hasSameBytes(as: "--") }
        passesDashes = dashes == .pass || (dashes == .auto && hasEnd)
        let program = arguments.first?.split(separator: "/").last.map(String.init)
        title =
            try object.optional("title") { (text) throws(DescriptionError) in try text.title() } ?? program ?? name
    }

    /// The name or the path of the program.
    var program: String { command.arguments.first ?? "" }

    /// The required programs that are not installed now, including the one that is run.
    var missing: [String] {
        let missing = requires.missing
        let search = ProgramSearch(path: command.variables["PATH"], folder: command.folder)
        let isListed = missing.contains { $0.hasSameBytes(as: program) }
        return isListed || search.finds(program) ? missing : [program] + missing
    }

    /// How long a client may have to wait for it, in milliseconds.
    var timeoutMs: Int { command.timeLimit.wholeMilliseconds }

    /// Why a query cannot be passed on.
    enum UnfitQuery: Error {
        /// It contains a NUL, which would end the argument.
        case hasNUL
        /// It begins with `-`, and the program could read it as an option.
        case beginsWithDash
    }

    /// Returns the command for a query, if the query can be passed on.
    func command(for query: String) throws(UnfitQuery) -> Command {
        guard !query.utf8.contains(0) else { throw .hasNUL }
        guard passesDashes || query.utf8.first != UInt8(ascii: "-") else { throw .beginsWithDash }
        var command = command
        command.arguments = command.arguments.map { $0.hasSameBytes(as: Self.hole) ? query : $0 }
        return command
    }
}
