import SearchSource

/// The errors of a program that fails: which source it is, what the program said last, and what to do.
struct CommandFailures: Sendable {
    private let name: String
    /// The path of the settings that say what is run: the source's name, or that and the name of a member.
    private let place: String
    private let program: String
    private let timeoutMs: Int
    /// The exit codes that mean that nothing was found; nil if the program does not search.
    private let nothingFound: Set<Int>?
    private let nothingFoundInSilence: Set<Int>
    /// The exit codes that cannot mean that nothing was found, because they mean that not everything was searched.
    private let partial: Set<Int>
    private let dependsOnQuery: Bool

    init(name: String, _ description: CommandDescription) {
        self.name = name
        place = name
        program = description.program
        timeoutMs = description.timeoutMs
        nothingFound = description.nothingFound
        nothingFoundInSilence = description.nothingFoundInSilence
        partial = description.partial
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
        partial = []
        dependsOnQuery = false
    }

    /// Returns the error for a program that ended in this way; nil if it succeeded.
    ///
    /// - Parameter advice: What to do if it was killed.
    func error(for end: ChildRows.End, lastWords: String, advice: String = "try again") -> SourceError? {
        let said = lastWords.isEmpty ? "" : "; it said: \(lastWords)"
        switch end {
        case .fellSilent: return nil
        case .exited(let code):
            guard code != 0, nothingFound?.contains(code) != true else { return nil }
            if lastWords.isEmpty, nothingFoundInSilence.contains(code) { return nil }
            // Codes from 126 on mean that a shell could not run a program, that a signal ended one, or that git failed:
            // none of them means that nothing was found.
            let advice =
                nothingFound == nil || code >= 126 || partial.contains(code)
                ? "" : "; if that means that nothing was found, set \(place).nothingFound to \(code)"
            return SourceError(
                .source, "\(name): `\(program)` ended with the exit code \(code)\(said)\(advice)", isRetryable: true)
        case .killed(let signal):
            return SourceError(
                .source, "\(name): `\(program)` was ended by signal \(signal)\(said); \(advice)", isRetryable: true)
        case .timedOut:
            let advice = "\(dependsOnQuery ? "type more, or " : "")set \(place).timeoutMs higher"
            return SourceError(
                .timeout,
                "\(name): `\(program)` had not finished after \(timeoutMs) ms and was stopped\(said); \(advice)",
                isRetryable: true)
        case .couldNotStart(let reason, let obstacle):
            let advice = obstacle.advice(for: name, program: place)
            return SourceError(obstacle.kind, "\(name): `\(program)` \(reason)\(advice)", isRetryable: true)
        case .isGone, .answered, .refused, .misspoke, .resting, .notSent: return .givenUp
        }
    }

    /// Returns the error for a program that performed an action and ended in this way; nil if it succeeded. If it did
    /// not end by itself, the outcome is unknown.
    func unknownOutcome(_ end: ChildRows.End, lastWords: String) -> SourceError? {
        var error = error(for: end, lastWords: lastWords, advice: "outcome unknown")
        switch end {
        case .killed, .timedOut: error?.isRetryable = false
        default: break
        }
        return error
    }

    /// Returns the error for a query that cannot be passed on.
    func refused(_ query: CommandDescription.UnfitQuery) -> SourceError {
        switch query {
        case .hasNUL:
            SourceError(.config, "\(name): the query contains a NUL, which cannot be passed to a program; remove it")
        case .beginsWithDash:
            SourceError(
                .config,
                "\(name): the query begins with `-` and could be read as an option of `\(program)`; put `--` in front of "
                    + "`{query}` in \(name).argv if the program understands that, or set \(name).dashes")
        }
    }

    /// Returns the error for an item that a program cannot be run for.
    func refused(_ fault: ArgumentTemplate.Fault) -> SourceError {
        SourceError(.config, "\(name): \(fault.message); \(place).argv says what is run")
    }

    /// Returns the error for a row that cannot be read.
    func unreadable(_ fault: RowReader.Fault, row: Int) -> SourceError {
        let place = "\(name): row \(row) of what `\(program)` prints"
        return SourceError(.decode, "\(place) \(fault.message); \(name).format says what it should be")
    }

    /// The error for more rows than can be searched.
    var tooMany: SourceError {
        let most = "\(ListItems.most) rows or \(ListItems.mostBytes >> 20) MiB"
        return SourceError(.source, "\(name): `\(program)` prints more than \(most); have it print less")
    }
}

extension ChildRows.Obstacle {
    /// The kind of the error: what the machine lacks is not the configuration's fault.
    var kind: SourceError.Kind {
        switch self {
        case .program, .folder: .config
        case .machine: .source
        }
    }

    /// Returns which setting of the source `name` may be wrong; empty if none is. `place` is the path of the settings
    /// that say what is run.
    func advice(for name: String, program place: String) -> String {
        switch self {
        case .program: "; \(place).argv says what is run"
        case .folder: "; \(name).cwd says where it is run"
        case .machine: ""
        }
    }
}
