import JSON
import SearchSource
import SourceProbes
import TestSupport
import Testing

@testable import BuiltinSources

/// `detail` of `command`: what is run for an item, and what is made of its output. Nothing is run here.
@Suite struct CommandDetailTests {
    private func settings(_ detail: JSONValue, _ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
        ["argv": ["find", "--", "{query}"], "detail": detail].merging(more) { $1 }
    }

    private func work(_ item: Item, _ detail: JSONValue, _ more: [String: JSONValue] = [:]) throws -> Work<Detail> {
        try SourceProbe("command", settings(detail, more)).source.detail(DetailRequest(id: item.id, item: item))
    }

    private func call(
        _ item: Item, _ detail: JSONValue, _ more: [String: JSONValue] = [:]
    ) throws -> (call: ChildCall, then: (ChildRows) -> Work<Detail>) {
        let work = try work(item, detail, more)
        guard case .child(let call, let then) = work else {
            throw SourceError(.internal, "nothing is run: \(work)")
        }
        return (call, then)
    }

    private func ended(_ work: Work<Detail>) -> Result<Detail, SourceError>? {
        switch work {
        case .known(let result): result
        case .local(let then): ended(then { false })
        default: nil
        }
    }

    private func rows(_ texts: String..., end: ChildRows.End? = .exited(code: 0), said: String = "") -> ChildRows {
        ChildRows(texts.map { Array($0.utf8) }, end: end, lastWords: said)
    }

    private let item = Item(
        id: "7", title: "T", url: "https://a.test/", insert: "I", location: Location(path: "a b.c", line: 3, column: 9),
        fields: ["size": 12])

    @Test func namesInBracesStandForTheItemsValues() throws {
        let argv: JSONValue = [
            "show", "{id}", "{title}/{url}", "--to={insert}", "{path}:{line}:{column}", "{size}", "{{x}}",
        ]
        let more: [String: JSONValue] = ["format": "jsonl", "cwd": "/src", "env": ["A": "b"], "timeoutMs": "70"]
        let call = try call(item, ["argv": argv], more).call
        let command = call.run.command
        #expect(
            command.arguments == ["show", "7", "T/https://a.test/", "--to=I", "a b.c:3:9", "12", "{x}"])
        #expect(command.folder == "/src" && command.variables == ["A": "b"] && command.separator == 0x0A)
        #expect(command.timeLimit == .milliseconds(70) && call.beginsPage && !call.run.isShared)
        let own = try self.call(item, ["argv": argv, "timeoutMs": 90], more).call.run.command
        #expect(own.timeLimit == .milliseconds(90))
        #expect(
            try self.call(Item(id: "x", title: "T"), ["argv": ["a", "{insert}"]]).call.run.command.arguments[1] == "T")
    }

    @Test func aRelativePathIsPassedRelativeToTheProgramsFolder() throws {
        func path(_ path: String, _ folder: String) throws -> String {
            let item = Item(id: "x", title: "T", location: Location(path: path))
            return try call(item, ["argv": ["a", "{path}"]], ["cwd": .string(folder)]).call.run.command.arguments[1]
        }
        #expect(try path("src/sub/x", "src") == "sub/x")
        #expect(try path("/src/sub/x", "/src") == "/src/sub/x")
        #expect(try path("srcs/x", "src") == "srcs/x")
    }

    @Test(arguments: ["-rf", "--"])
    func aValueThatCouldBeAnOptionIsRefusedUnlessItComesAfterADoubleDash(id: String) throws {
        func refusal(_ argv: JSONValue) throws -> String? {
            guard case .known(.failure(let error)) = try work(Item(id: id, title: "T"), ["argv": argv]) else {
                return nil
            }
            #expect(error.kind == .config)
            return error.message
        }
        #expect(
            try refusal(["rm", "{id}"])
                == "command: the item's `id` begins with `-` and could be read as an option of `rm`; put `--` in front of `{id}` if the program understands that; command.detail.argv says what is run"
        )
        #expect(try refusal(["rm", "{id}", "--"]) != nil && refusal(["rm", "{id}.c", "--", "{title}"]) != nil)
        #expect(try refusal(["rm", "--", "{id}"]) == nil && refusal(["rm", "./{id}"]) == nil)
    }

    @Test func aMissingValueOrOneWithANULIsReported() throws {
        for (item, message) in [
            (Item(id: "x", title: "T"), "command: the item has no `url`, which `open` needs"),
            (
                Item(id: "x", title: "T", url: "a\0b"),
                "command: the item's `url` contains a NUL, which cannot be passed to a program"
            ),
        ] {
            let error = try #require(ended(work(item, ["argv": ["open", "{url}"]]))?.error)
            #expect(error.message == message + "; command.detail.argv says what is run")
        }
    }

    @Test func theOutputIsTheTextOfTheDetail() throws {
        let detail: JSONValue = ["argv": ["show", "{id}"], "format": "code", "language": "swift"]
        let (call, then) = try call(item, detail)
        guard case .child(let more, let last) = then(rows("one", "", end: nil)) else {
            Issue.record("reading does not continue")
            return
        }
        #expect(more.run === call.run && more.first == 2 && !more.beginsPage)
        let shown = try #require(ended(last(rows("\u{1B}[31mtwo"))))
        #expect(
            try shown.get()
                == Detail(
                    id: "7", title: "T", text: "one\n\ntwo", format: .code, language: "swift", location: item.location,
                    url: "https://a.test/", fields: ["size": 12]))
        #expect(try ended(self.call(item, detail).then(rows()))?.get().text == "")
    }

    @Test func endlessOutputIsReadUpToTheLimit() throws {
        let (call, then) = try call(item, ["argv": ["yes", "{id}"]])
        let long = String(repeating: "é", count: 300_000)
        guard case .child(_, let next) = then(rows(long, end: nil)) else {
            Issue.record("reading does not continue")
            return
        }
        let text = try #require(ended(next(rows(long, end: nil)))).get().text
        #expect(text.utf8.count == (1 << 20) - 1 + 3 && text.hasSuffix("éé…"))
        #expect(!call.run.whenUnwanted {}, "the program is ended")
    }

    @Test(
        arguments: [
            (.exited(code: 3), .source, "`show` ended with the exit code 3; it said: why"),
            (.killed(signal: 9), .source, "`show` was ended by signal 9; it said: why; try again"),
            (
                .timedOut, .timeout,
                "`show` had not finished after 15000 ms and was stopped; it said: why; set command.detail.timeoutMs higher"
            ),
            (.couldNotStart("is gone", .program), .config, "`show` is gone; command.detail.argv says what is run"),
        ] as [(ChildRows.End, SourceError.Kind, String)])
    func aProgramThatFailsIsAnError(end: ChildRows.End, kind: SourceError.Kind, message: String) throws {
        let then = try call(item, ["argv": ["show", "{id}"], "exitCodes": 4]).then
        let error = try #require(ended(then(rows("text", end: end, said: "why")))?.error)
        #expect(error.kind == kind && error.message == "command: \(message)" && error.isRetryable)
    }

    @Test func otherExitCodesCanBeDeclaredSuccessful() throws {
        let then = try call(item, ["argv": ["show", "{id}"], "exitCodes": [3, 4]]).then
        #expect(try ended(then(rows("text", end: .exited(code: 3))))?.get().text == "text")
        let any = try call(item, ["argv": ["show", "{id}"], "exitCodes": "any"]).then
        #expect(try ended(any(rows("text", end: .exited(code: 255))))?.get().text == "text")
    }

    @Test func theItemIsLookedUpInTheOutputOfAProgramThatIsRunOnce() throws {
        let settings: [String: JSONValue] = ["argv": ["list"], "detail": ["argv": ["show", "{id}"]]]
        let source = try SourceProbe("command", settings).source
        guard case .child(_, let then) = source.detail(DetailRequest(id: "b")),
            case .local(let read) = then(rows("a", "b")), case .child(let call, _) = read({ false })
        else {
            Issue.record("nothing is run")
            return
        }
        #expect(call.run.command.arguments == ["show", "b"])
        guard case .known(.failure(let error)) = source.detail(DetailRequest(id: "c")) else {
            Issue.record("there is no c")
            return
        }
        #expect(error.isNoSuchItem)
    }

    @Test(
        arguments: [
            ([:], "needs a member `argv`"),
            (["argv": []], "must begin with the program"),
            (["argv": ["{id}"]], "must be a program by itself: an item cannot choose what is run"),
            (["argv": ["a", "\0"]], "must not contain a NUL"),
            (["argv": ["a", "{id"]], "has a `{` that is not followed by a name and a `}`; `{{` stands for a brace"),
            (
                ["argv": ["a", "{size}"]],
                "has `{size}`, but only rows that are JSON or split by a `pattern` have fields; there are `{id}`, `{title}`, `{url}`, `{insert}`, `{path}`, `{line}`, `{column}`"
            ),
            (["argv": ["a"], "format": "html"], "must be `plain` or `markdown` or `diff` or `code`, not \"html\""),
            (["argv": ["a"], "language": "c"], "is only allowed with the format `code`"),
            (["argv": ["a"], "timeoutMs": 0], "must be a whole number from 1 to 600000, not 0"),
            (["argv": ["a"], "exitCodes": 0], "must be a whole number from 1 to 255, not 0"),
            (["argv": ["a"], "cwd": "/"], "there is no such member"),
        ] as [(JSONValue, String)])
    func anInvalidDetailDescriptionIsReported(detail: JSONValue, message: String) throws {
        let error = #expect(throws: SettingError.self) { _ = try SourceProbe("command", settings(detail)) }
        #expect(error?.setting == "detail")
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            ("plain é\ttext\n", "plain é\ttext\n"),
            ("\u{1B}[1;31mred\u{1B}[0m\u{1B}[K", "red"),
            ("\u{1B}]8;;https://a.test\u{1B}\\link\u{1B}]8;;\u{07}!", "link!"),
            ("\u{1B}]never ends\nnext", "\nnext"),
            ("\u{1B}(Ba\u{1B}7b\u{1B}", "ab"),
            ("\u{1B}[31", ""), ("\u{1B}\nx", "\nx"),
            ("_\u{8}N_\u{8}Aé\u{8}é", "NAé"), ("\n\u{8}x", "\nx"),
            ("a\r\nb\u{0}\u{7F}", "a\nb"), ("a\u{9B}b£", "ab£"),
        ])
    func terminalControlSequencesAreRemoved(printed: String, shown: String) {
        #expect(TerminalText.plain(Array(printed.utf8)) == shown)
    }
}
