import SearchSource

/// What is said when a program does not do what it should: which source it is, what the program said last, and what to
/// do.
struct CommandFailures: Sendable {
    private let name: String
    /// Where it is said what is run: the source's name, or that and the name of a member.
    private let place: String
    private let program: String
    private let timeoutMs: Int
    /// The codes that mean that nothing was found; nil where nothing is looked for.
    private let nothingFound: Set<Int>?
    private let nothingFoundInSilence: Set<Int>
    private let dependsOnQuery: Bool

    init(name: String, _ description: CommandDescription) {
        self.name = name
        place = name
        program = description.program
        timeoutMs = description.timeoutMs
        nothingFound = description.nothingFound
        nothingFoundInSilence = description.nothingFoundInSilence
        dependsOnQuery = description.run == .each
    }

    /// The failures of a program that the source `name` runs for an item.
    ///
    /// - Parameter member: The member of the description that says what is run.
    init(name: String, member: String, program: String, timeoutMs: Int) {
        self.name = name
        place = "\(name).\(member)"
        self.program = program
        self.timeoutMs = timeoutMs
        nothingFound = nil
        nothingFoundInSilence = []
        dependsOnQuery = false
    }

    /// What it means that the program has ended like this; nil if it has done what it should.
    func error(for end: ChildRows.End, lastWords: String) -> SourceError? {
        let said = lastWords.isEmpty ? "" : "; it said: \(lastWords)"
        switch end {
        case .fellSilent: return nil
        case .exited(let code):
            guard code != 0, nothingFound?.contains(code) != true else { return nil }
            if lastWords.isEmpty, nothingFoundInSilence.contains(code) { return nil }
            // Codes from 126 on are those of a shell that could not run something, and of what a signal or git ended: none of
            // them means that.
            let advice =
                nothingFound == nil || code >= 126
                ? "" : "; if that means that nothing was found, set \(place).nothingFound to \(code)"
            return SourceError(
                .source, "\(name): `\(program)` ended with the exit code \(code)\(said)\(advice)", isRetryable: true)
        case .killed(let signal):
            return SourceError(
                .source, "\(name): `\(program)` was ended by signal \(signal)\(said); try again", isRetryable: true)
        case .timedOut:
            let advice = "\(dependsOnQuery ? "type more, or " : "")set \(place).timeoutMs higher"
            return SourceError(
                .timeout, "\(name): `\(program)` was not done after \(timeoutMs) ms and was ended\(said); \(advice)",
                isRetryable: true)
        case .couldNotStart(let reason, let obstacle):
            let advice = obstacle.advice(for: name, program: place)
            return SourceError(obstacle.kind, "\(name): `\(program)` \(reason)\(advice)", isRetryable: true)
        case .isGone, .answered, .refused, .misspoke, .resting: return .givenUp
        }
    }

    /// That the query cannot be passed on.
    func refused(_ query: CommandDescription.UnfitQuery) -> SourceError {
        switch query {
        case .hasNUL:
            SourceError(.config, "\(name): what was typed has a NUL, which no program can be given; type it without")
        case .beginsWithDash:
            SourceError(
                .config,
                "\(name): what was typed begins with `-` and could be read as an option of `\(program)`; put `--` in front of "
                    + "`{query}` in \(name).argv if the program knows that, or set \(name).dashes")
        }
    }

    /// That a program cannot be run for an item.
    func refused(_ fault: ArgumentTemplate.Fault) -> SourceError {
        SourceError(.config, "\(name): \(fault.message); \(place).argv says what is run")
    }

    /// That a row is not what it should be.
    func unreadable(_ fault: RowReader.Fault, row: Int) -> SourceError {
        let place = "\(name): row \(row) of what `\(program)` prints"
        return SourceError(.decode, "\(place) \(fault.message); \(name).format says what it should be")
    }

    /// That there are more rows than can be searched.
    var tooMany: SourceError {
        let most = "\(ListItems.most) rows or \(ListItems.mostBytes >> 20) MiB"
        return SourceError(.source, "\(name): `\(program)` prints more than \(most); have it print less")
    }
}

extension ChildRows.Obstacle {
    /// What kind of error it is: what the machine lacks is no fault of the configuration.
    var kind: SourceError.Kind {
        switch self {
        case .program, .folder: .config
        case .machine: .source
        }
    }

    /// Which setting of the source `name` can be wrong; nothing, if none is. `program` says where it is said what is run.
    func advice(for name: String, program place: String) -> String {
        switch self {
        case .program: "; \(place).argv says what is run"
        case .folder: "; \(name).cwd says where it is run"
        case .machine: ""
        }
    }
}
