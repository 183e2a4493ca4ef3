import JSON
import SearchSource
import SourceProbes
import Testing

@testable import BuiltinSources

/// `actions` of `command`: what is run for an item, and what is made of its output. Nothing is run here.
@Suite struct CommandActionTests {
    private let end: JSONValue = ["name": "end", "title": "End it", "argv": ["kill", "--", "{id}"], "changes": true]

    private func source(_ actions: JSONValue, _ more: [String: JSONValue] = [:]) throws -> any Source {
        try SourceProbe(
            "command", ["argv": ["find", "--", "{query}"], "actions": actions].merging(more) { $1 }
        ).source
    }

    private func work(_ action: JSONValue, _ item: Item) throws -> Work<Performed> {
        try source([action]).perform(PerformRequest(action.object?["name"]?.string ?? "", with: item))
    }

    private func call(
        _ action: JSONValue, _ item: Item = Item(id: "7", title: "T")
    ) throws -> (call: ChildCall, then: (ChildRows) -> Work<Performed>) {
        let work = try work(action, item)
        guard case .child(let call, let then) = work else {
            throw SourceError(.internal, "nothing is run: \(work)")
        }
        return (call, then)
    }

    private func ended(_ work: Work<Performed>) -> Result<Performed, SourceError>? {
        if case .known(let result) = work { result } else { nil }
    }

    private func rows(_ texts: String..., end: ChildRows.End? = .exited(code: 0), said: String = "") -> ChildRows {
        ChildRows(texts.map { Array($0.utf8) }, end: end, lastWords: said)
    }

    @Test func eachItemListsItsActions() throws {
        let other: JSONValue = ["name": "show", "title": "Show it", "argv": ["less", "{title}"]]
        guard case .child(_, let then) = try source([end, other]).page(PageRequest(query: "q")),
            case .known(let page) = then(rows("one", "two"))
        else {
            Issue.record("nothing is run")
            return
        }
        let actions = [ItemAction(name: "end", title: "End it"), ItemAction(name: "show", title: "Show it")]
        #expect(try page.get().items.map(\.actions) == [actions, actions])
    }

    @Test func itemsOfAProgramThatIsRunOnceListTheirActions() throws {
        let source = try SourceProbe("command", ["argv": ["list"], "actions": [end]]).source
        guard case .child(_, let then) = source.page(PageRequest(query: "")),
            case .local(let read) = then(rows("a", "b")), case .local(let search) = read({ false }),
            case .known(let page) = search({ false })
        else {
            Issue.record("nothing is run")
            return
        }
        #expect(
            try page.get().items.map(\.actions)
                == Array(repeating: [ItemAction(name: "end", title: "End it")], count: 2))
    }

    @Test func anActionRunsForTheItemWithTheSourcesSettings() throws {
        let action: JSONValue = ["name": "x", "title": "X", "argv": ["show", "{id}/{title}", "{size}"]]
        let source = try source([action], ["format": "jsonl", "cwd": "/src", "env": ["A": "b"], "timeoutMs": 70])
        let item = Item(id: "7", title: "T", fields: ["size": 12])
        guard case .child(let call, _) = source.perform(PerformRequest("x", with: item)) else {
            Issue.record("nothing is run")
            return
        }
        let command = call.run.command
        #expect(
            command.arguments == ["show", "7/T", "12"] && command.folder == "/src" && command.variables == ["A": "b"])
        // How long a client waits for it and what becomes of its output is up to the engine.
        #expect(command.timeLimit > .seconds(15) && command.mayFallSilent && !call.run.isShared)
    }

    @Test func theLastLineOfTheOutputIsTheMessage() throws {
        let (call, then) = try call(end)
        #expect(call.run.command.arguments == ["kill", "--", "7"])
        guard case .child(let more, let last) = then(rows("one", "\u{1B}[1mtwo\u{1B}[0m \t", "", end: nil)) else {
            Issue.record("reading does not continue")
            return
        }
        #expect(more.run === call.run && more.first == 3 && !more.beginsPage)
        #expect(try ended(last(rows(" ")))?.get() == Performed(message: "two", hasChanged: true))
        #expect(try ended(then(rows()))?.get() == Performed(message: nil, hasChanged: true))
        let other: JSONValue = ["name": "x", "title": "X", "argv": ["x"]]
        #expect(try ended(self.call(other).then(rows("a", "b")))?.get() == Performed(message: "b"))
        let progress = rows("1 %\r100 %\rdone", "\u{1B}[0m\r")
        #expect(try ended(self.call(other).then(progress))?.get() == Performed(message: "done"))
        let long = String(repeating: "é", count: 100_000)
        let message = try #require(try ended(self.call(other).then(rows(long)))?.get().message)
        #expect((4 << 10...9 << 10).contains(message.utf8.count))
    }

    @Test(
        arguments: [
            (.exited(code: 1), .source, "`kill` ended with the exit code 1; it said: why", true),
            (.killed(signal: 9), .source, "`kill` was ended by signal 9; it said: why; outcome unknown", false),
            (
                .couldNotStart("is gone", .program), .config,
                "`kill` is gone; command.actions[0].argv says what is run", true
            ),
        ] as [(ChildRows.End, SourceError.Kind, String, Bool)])
    func anActionThatFailsIsAnErrorAndCanBeRetriedUnlessItsOutcomeIsUnknown(
        end: ChildRows.End, kind: SourceError.Kind, message: String, isRetryable: Bool
    ) throws {
        let error = try #require(ended(try call(self.end).then(rows("text", end: end, said: "why")))?.error)
        #expect(error.kind == kind && error.message == "command: \(message)" && !error.isTransient)
        #expect(error.isRetryable == isRetryable)
    }

    @Test func aValueThatCouldBeAnOptionIsRefused() throws {
        func refusal(_ argv: JSONValue) throws -> String? {
            ended(try work(["name": "x", "title": "X", "argv": argv], Item(id: "-9", title: "T")))?.error?.message
        }
        #expect(
            try refusal(["kill", "{id}"])
                == "command: the item's `id` begins with `-` and could be read as an option of `kill`; put `--` in front of `{id}` if the program understands that; command.actions[0].argv says what is run"
        )
        #expect(try refusal(["kill", "--", "{id}"]) == nil)
    }

    @Test func anUnknownActionIsAnError() throws {
        let work = try source([end]).perform(PerformRequest("ende", with: Item(id: "7", title: "T")))
        #expect(ended(work)?.error?.message == "find has no action \"ende\"")
        #expect(ended(work)?.error?.kind == .source)
    }

    @Test(
        arguments: [
            ("end", "must be an array of actions, not \"end\""),
            ([["title": "T", "argv": ["a"]]], "needs a member `name`"),
            ([["name": "a", "argv": ["a"]]], "needs a member `title`"),
            ([["name": "a", "title": "A"]], "needs a member `argv`"),
            ([["name": "", "title": "A", "argv": ["a"]]], "must be a text, not \"\""),
            (
                [["name": "a", "title": "A", "argv": ["{id}"]]],
                "must be a program by itself: an item cannot choose what is run"
            ),
            ([["name": "a", "title": "A", "argv": ["a"], "changes": 1]], "must be true or false, not 1"),
            ([["name": "a", "title": "A", "argv": ["a"], "timeoutMs": 1]], "there is no such member"),
            (
                [["name": "a", "title": "A", "argv": ["a"]], ["name": "a", "title": "B", "argv": ["b"]]],
                "must be unique: an earlier action has this name"
            ),
        ] as [(JSONValue, String)])
    func anInvalidActionDescriptionIsReported(actions: JSONValue, message: String) throws {
        let error = #expect(throws: SettingError.self) { _ = try source(actions) }
        #expect(error?.setting == "actions")
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }
}
