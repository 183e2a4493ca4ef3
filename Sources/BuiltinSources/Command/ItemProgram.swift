import SearchSource
import Synchronization

/// A program that is run for one item, and what it prints.
struct ItemProgram: Sendable {
    private let template: ArgumentTemplate
    /// How the program is run; the arguments depend on the item.
    private let command: Command
    private let failures: CommandFailures
    /// The exit codes besides 0 that mean success.
    private let codes: Set<Int>

    /// The maximum number of bytes of output that are read: as many as the text of a detail may have.
    static let longestText = 1 << 20
    /// The maximum number of rows to request at a time.
    private static let mostAtOnce = 10_000

    /// Reads the members `argv`, `timeoutMs` and `exitCodes`.
    ///
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - member: The member of the description that `object` is.
    ///   - command: How the source's own program is run: in this folder, with these variables.
    ///   - hasFields: Whether the items have fields.
    init(
        _ object: DescribedObject, of name: String, member: String, like command: Command, hasFields: Bool
    ) throws(DescriptionError) {
        template = try ArgumentTemplate(try object.needed("argv"), hasFields: hasFields)
        codes = try object.optional("exitCodes", Self.codes) ?? []
        var command = command
        command.separator = UInt8(ascii: "\n")
        if let limit = try object.optional("timeoutMs", CommandDescription.milliseconds) {
            command.timeLimit = .milliseconds(limit)
        }
        self.command = command
        failures = CommandFailures(
            name: name, member: member, program: template.program, timeoutMs: command.timeLimit.wholeMilliseconds)
    }

    /// Whether the arguments are the same for all items.
    var isConstant: Bool { template.isConstant }

    private static func codes(_ value: DescribedValue) throws(DescriptionError) -> Set<Int> {
        value.json.string?.hasSameBytes(as: "any") == true ? Set(1...255) : try CommandDescription.codes(value)
    }

    /// Runs the program for `item` and calls `then` with its output, without terminal control sequences. Output longer
    /// than `longestText` is truncated, and the program is ended.
    func printed<Answer>(
        for item: Item, then: @escaping @Sendable (String) -> Work<Answer>
    ) -> Work<Answer> {
        do throws(SourceError) {
            return rows(of: Output(try command(for: item)), beginsPage: true, then: then)
        } catch {
            return .known(.failure(error))
        }
    }

    /// Returns the command that runs the program for `item`.
    ///
    /// - Throws: Why it cannot be run.
    func command(for item: Item) throws(SourceError) -> Command {
        var command = command
        do throws(ArgumentTemplate.Fault) {
            command.arguments = try template.arguments(for: item, in: command.folder)
        } catch {
            throw failures.refused(error)
        }
        return command
    }

    /// Returns the error for a program that ended in this way; nil if it succeeded.
    func error(for end: ChildRows.End, lastWords: String) -> SourceError? {
        codes.contains(end) ? nil : failures.error(for: end, lastWords: lastWords)
    }

    /// Returns the error for a program that performed an action and ended in this way; nil if it succeeded.
    func unknownOutcome(_ end: ChildRows.End, lastWords: String) -> SourceError? {
        codes.contains(end) ? nil : failures.unknownOutcome(end, lastWords: lastWords)
    }

    private func rows<Answer>(
        of output: Output, beginsPage: Bool, then: @escaping @Sendable (String) -> Work<Answer>
    ) -> Work<Answer> {
        let call = ChildCall(output.run, from: output.count, atMost: Self.mostAtOnce, beginsPage: beginsPage)
        return .child(call) { answer in
            output.take(answer.rows)
            if output.size <= Self.longestText {
                guard let end = answer.end else { return rows(of: output, beginsPage: false, then: then) }
                if let error = error(for: end, lastWords: answer.lastWords) { return .known(.failure(error)) }
            }
            output.run.end()
            return .reading(output.size) { then(output.text) }
        }
    }
}

extension Set<Int> {
    /// Whether a program has ended with one of these exit codes.
    func contains(_ end: ChildRows.End) -> Bool {
        if case .exited(let code) = end { contains(code) } else { false }
    }
}

/// The output of one run so far.
private final class Output: Sendable {
    let run: ProgramRun
    private let taken = Mutex((bytes: [UInt8](), count: 0))

    init(_ command: Command) {
        run = ProgramRun(command)
    }

    var count: Int { taken.withLock { $0.count } }

    var size: Int { taken.withLock { $0.bytes.count } }

    /// The output as text, truncated to `longestText` bytes.
    var text: String {
        let bytes = taken.withLock { $0.bytes }
        guard bytes.count > ItemProgram.longestText else { return TerminalText.plain(bytes) }
        return TerminalText.plain(Array(bytes.prefix(ItemProgram.longestText).wholeCharacters)) + "…"
    }

    func take(_ rows: [[UInt8]]) {
        taken.withLock { taken in
            for row in rows {
                if taken.count > 0 { taken.bytes.append(UInt8(ascii: "\n")) }
                taken.bytes += row
                taken.count += 1
            }
        }
    }
}
