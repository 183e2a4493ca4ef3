import SearchSource
import Time

/// A program that does something with an item: one of the `actions` of a description.
struct ActionCommand: Sendable {
    /// The name of the action, and its title in menus.
    let action: ItemAction
    private let program: ItemProgram
    /// Whether the action changes the list.
    private let changes: Bool

    /// The member of a description that holds the actions.
    private static let member = "actions"
    /// The maximum number of actions.
    private static let most = 100
    /// How long an action may take: longer than the engine waits before it reports that the outcome is unknown.
    private static let timeLimit = Duration.seconds(60)
    /// The maximum number of rows to request at a time.
    private static let mostAtOnce = 10_000

    /// Reads the `actions` of a description.
    ///
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - command: How the source's own program is run.
    ///   - hasFields: Whether the items have fields.
    static func all(
        _ value: DescribedValue, of name: String, like command: Command, hasFields: Bool
    ) throws(DescriptionError) -> [ActionCommand] {
        var all: [ActionCommand] = []
        for (index, element) in try value.elements("an array of actions", atMost: most).enumerated() {
            let object = try element.object(["name", "title", "argv", "changes"])
            let action = ItemAction(
                name: try object.needed("name").text("a text"), title: try object.needed("title").text("a text"))
            guard !all.contains(where: { $0.action.name.hasSameBytes(as: action.name) }) else {
                throw try object.needed("name").fault("must be unique: an earlier action has this name")
            }
            let program = try ItemProgram(
                object, of: name, member: "\(member)[\(index)]", like: command, hasFields: hasFields)
            all.append(ActionCommand(action: action, program: program, changes: try object.isTrue("changes")))
        }
        return all
    }

    /// Returns the work that runs the action on `item`. The last line that the program prints is the message.
    ///
    /// - Parameter changed: Called once the action has succeeded, if it changes the list.
    func work(for item: Item, changed: @escaping @Sendable () -> Void) -> Work<Performed> {
        var command: Command
        do throws(SourceError) {
            command = try program.command(for: item)
        } catch {
            return .known(.failure(error))
        }
        command.mayFallSilent = true
        command.timeLimit = Self.timeLimit
        return rows(of: ProgramRun(command), from: 0, last: nil, changed: changed)
    }

    /// Reads the remaining rows, until the program ends.
    ///
    /// - Parameters:
    ///   - last: The message so far.
    ///   - changed: See `work(for:changed:)`.
    private func rows(
        of run: ProgramRun, from first: Int, last: String?, changed: @escaping @Sendable () -> Void
    ) -> Work<Performed> {
        .child(ChildCall(run, from: first, atMost: Self.mostAtOnce, beginsPage: first == 0)) { answer in
            let last = answer.rows.reversed().lazy.compactMap(Self.message).first ?? last
            guard let end = answer.end else {
                return rows(of: run, from: first + answer.rows.count, last: last, changed: changed)
            }
            if let error = program.unknownOutcome(end, lastWords: answer.lastWords) {
                return .known(.failure(error))
            }
            if changes { changed() }
            return .known(.success(Performed(message: last, hasChanged: changes)))
        }
    }

    /// The maximum number of bytes of a line that are examined; a message is shorter.
    private static let longestLine = 1 << 13

    /// Returns what a row says; nil if it is blank.
    private static func message(_ row: [UInt8]) -> String? {
        TerminalText.lastLine(of: Array(row.prefix(longestLine)))
    }
}
