import JSON
import SearchSource
import SourceProbes
import TestSupport
import Testing

@testable import BuiltinSources

/// `command`: what is run, and how its output is read. Nothing is run here.
@Suite struct CommandTests {
    let each: [String: JSONValue] = ["argv": ["find", "--", "{query}"]]

    func source(_ settings: [String: JSONValue]) throws -> any Source {
        try SourceProbe("command", settings).source
    }

    /// Returns what is run for a query, and how to continue with its rows.
    func call(
        _ settings: [String: JSONValue], _ request: PageRequest
    ) throws -> (call: ChildCall, then: (ChildRows) -> Work<Page>)? {
        guard case .child(let call, let then) = try source(settings).page(request) else { return nil }
        return (call, then)
    }

    func rows(_ texts: String..., end: ChildRows.End? = .exited(code: 0), said: String = "") -> ChildRows {
        ChildRows(texts.map { Array($0.utf8) }, end: end, lastWords: said)
    }

    func items(_ settings: [String: JSONValue], _ row: String) throws -> [Item] {
        var work = try call(settings, PageRequest(query: "q"))?.then(rows(row))
        if case .local(let then)? = work { work = then { false } }
        guard case .known(let result)? = work else { return [] }
        return try result.get().items
    }

    // MARK: What is run

    @Test(arguments: ["x", "a b", "'\"; $(id) `id` \n", "日本", "-v"])
    func theQueryIsOneArgument(query: String) throws {
        let call = try #require(try call(each, PageRequest(query: query))).call
        #expect(call.run.command.arguments == ["find", "--", query])
        #expect(call.first == 0 && call.count == 20 && !call.run.isShared)
    }

    @Test func aQueryThatCouldBeAnOptionIsRefusedUnlessDeclaredSafe() throws {
        func refusal(_ settings: [String: JSONValue], _ query: String = "-rf") throws -> String? {
            guard case .known(.failure(let error)) = try source(settings).page(PageRequest(query: query)) else {
                return nil
            }
            return error.message
        }
        let advice =
            "put `--` in front of `{query}` in command.argv if the program understands that, or set command.dashes"
        #expect(
            try refusal(["argv": ["find", "{query}"]])
                == "command: the query begins with `-` and could be read as an option of `find`; \(advice)")
        #expect(try refusal(["argv": ["find", "{query}", "--"]]) != nil)
        #expect(try refusal(["argv": ["find", "--", "{query}"], "dashes": "refuse"]) != nil)
        #expect(try refusal(["argv": ["find", "{query}"], "dashes": "pass"]) == nil)
        #expect(try refusal(each) == nil)
        let withNUL = "command: the query contains a NUL, which cannot be passed to a program; remove it"
        #expect(try refusal(each, "a\0b") == withNUL)
        #expect(try refusal(["argv": ["find", "{query}"]], "-\0") == withNUL)
    }

    @Test func theRestOfTheCommandIsAsConfigured() throws {
        let settings = each.merging(
            ["env": ["A": "b"], "cwd": "/tmp", "format": "nul", "timeoutMs": "70"]) { $1 }
        let command = try #require(try call(settings, PageRequest(query: "q"))).call.run.command
        #expect(command.variables == ["A": "b"] && command.folder == "/tmp")
        #expect(command.separator == 0 && command.timeLimit == .milliseconds(70))
    }

    @Test(
        arguments: [
            ([:], "argv", "is needed"),
            (["argv": "find"], "argv", "must be an array: the program and its arguments, not \"find\""),
            (["argv": []], "argv", "must begin with the program"),
            (["argv": ["{query}"]], "argv", "must be a program: the query cannot be one"),
            (
                ["argv": ["a", "--x={query}"]], "argv",
                "must be exactly `{query}`: the query is an element of its own"
            ),
            (["argv": ["a", "{Query}"]], "argv", "is plain text here; is `{query}` meant?"),
            (["argv": ["a", "{qeury}"]], "argv", "is plain text here; is `{query}` meant?"),
            (["argv": ["a", 1]], "argv", "must be a text, not 1"),
            (
                ["argv": ["a", "{query}"], "detail": ["argv": ["show", "all"]]], "detail",
                "must have a name in braces, such as `{id}`: otherwise all items would have the same detail"
            ),
            (
                ["argv": ["a", "{query}"], "nothingFound": [1, 2], "partial": [3, 2]], "partial",
                "has 2, and so has `nothingFound`: it can mean only one of the two"
            ),
            (["argv": ["a", "\0"]], "argv", "must not contain a NUL"),
            (
                ["argv": ["a"], "run": "each"], "argv",
                "needs the element `{query}`, since the program is run for each query"
            ),
            (
                ["argv": ["a", "{query}"], "run": "once"], "argv",
                "must not have the element `{query}`, since the program is run once"
            ),
            (
                ["argv": ["a"], "run": "onec"], "run",
                "must be `once` or `each` or `provider`, not \"onec\"; is `once` meant?"
            ),
            (["argv": ["a"], "item": ["titel": "{a}"]], "item", "there is no such member; is `title` meant?"),
            (
                ["argv": ["a"], "item": ["title": "{a"]], "item",
                "has a `{` that is not followed by a name and a `}`; `{{` stands for a brace"
            ),
            (["argv": ["a"], "item": ["title": "a}"]], "item", "has a `}` without a `{`; `}}` stands for a brace"),
            (["argv": ["a"], "nothingFound": 0], "nothingFound", "must be a whole number from 1 to 255, not 0"),
            (["argv": ["a"], "env": ["A=": "b"]], "env", "is not the name of an environment variable"),
            (["argv": ["a"], "timeoutMs": "0"], "timeoutMs", "must be a whole number from 1 to 600000, not \"0\""),
            (["argv": ["a"], "cwd": ""], "cwd", "must be a folder, not \"\""),
            (["argv": [["a", ""]]], "argv", "must be a program, not \"\""),
            (["argv": [""]], "argv", "must be a program, not \"\""),
            (["argv": ["a"], "requires": [""]], "requires", "must be a program, not \"\""),
            (["argv": ["a"], "requires": "a"], "requires", "must be an array of programs, not \"a\""),
            (["argv": ["a"], "partial": 0], "partial", "must be a whole number from 1 to 255, not 0"),
            (["argv": ["a"], "options": ["minLength": -1]], "options", "must be a whole number from 0"),
            (["argv": ["a"], "options": ["debonce": 1]], "options", "there is no such member"),
            (["argv": ["a"], "keep": "no"], "keep", "must be true or false, not \"no\""),
            (
                ["argv": ["a", "{query}"], "keep": false], "keep",
                "is only for a program that is run once, but `argv` has the element `{query}`"
            ),
            (
                ["argv": ["a"], "run": "provider", "keep": true], "keep",
                "is only for a program that is run once, but this one keeps running"
            ),
            (["argv": ["a"], "pattern": "{a}{b}"], "pattern", "needs something between `{a}` and `{b}`"),
            (["argv": ["a"], "pattern": "{a} {a}"], "pattern", "has a name twice"),
            (["argv": ["a"], "pattern": "{{"], "pattern", "needs a name in braces: `{title}`"),
            (
                ["argv": ["a"], "pattern": "{a}", "format": "jsonl"], "pattern",
                "splits rows of text, but the rows are JSON"
            ),
        ] as [([String: JSONValue], String, String)])
    func anInvalidSettingIsNamedInTheError(settings: [String: JSONValue], setting: String, message: String) throws {
        let error = #expect(throws: SettingError.self) { _ = try SourceProbe("command", settings) }
        #expect(error?.setting == setting)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    // MARK: What is installed

    @Test func ofSeveralProgramsTheFirstInstalledOneIsRun() throws {
        func program(_ names: JSONValue, _ more: [String: JSONValue] = [:]) throws -> String? {
            let settings: [String: JSONValue] = ["argv": [names, "--", "{query}"]]
            return try call(settings.merging(more) { $1 }, PageRequest(query: "q"))?.call.run.command.arguments[0]
        }
        #expect(try program(["no-such", "ls", "cat"]) == "ls" && program(["no-such", "nor-this"]) == "no-such")
        #expect(try program(["ls", "no-such"], ["env": ["PATH": "/none"]]) == "ls")
        #expect(try program(["no-such", "cat"], ["env": ["PATH": "/none:/bin"]]) == "cat")
    }

    @Test func requiredProgramsThatAreNotInstalledAreListedAsMissing() throws {
        let settings = each.merging([
            "requires": ["ls", "no-such", ["nor-this", "cat"], ["a-b", "b-a"], "/bin", "/bin/sh"]
        ]) { $1 }
        #expect(try source(settings).info.missing == ["no-such", "a-b", "/bin"])
        #expect(try source(each).info.missing.isEmpty)
    }

    @Test func configuredOptionsOverrideTheDefaultsForPrograms() throws {
        #expect(try source(each).info.pacing.minLength == 1)
        let own = try source(each.merging(["options": ["minLength": 3]]) { $1 }).info.pacing
        #expect(own.minLength == 3 && own.debounce == .milliseconds(30))
    }

    @Test(arguments: [("once", 100_000), ("each", 100_000), ("provider", 100)])
    func theLimitOfPagesDependsOnHowTheProgramIsRun(run: String, pages: Int) throws {
        let argv: JSONValue = run == "each" ? ["a", "--", "{query}"] : ["a"]
        #expect(try source(["argv": argv, "run": .string(run)]).info.pacing.maxPages == pages)
    }

    // MARK: Pages

    @Test func aPageEndsWhenItIsFullOrTheProgramHasEnded() throws {
        let first = try #require(try call(each, PageRequest(query: "q", pageSize: 2)))
        // Blank rows are skipped.
        guard case .parts(let part, .child(let more, let then)) = first.then(rows("a", "", end: nil)) else {
            Issue.record("no part")
            return
        }
        #expect(part.items.map(\.title) == ["a"] && more.first == 2 && more.count == 1 && !more.beginsPage)
        guard case .known(let result) = then(rows("b", end: nil)) else { return }
        let next = try #require(try result.get().next)
        #expect(next.text == "3" && next.kept === first.call.run)
        let second = try #require(try call(each, PageRequest(query: "q", cursor: next, pageSize: 2)))
        #expect(second.call.first == 3 && second.call.run === first.call.run && second.call.beginsPage)
        guard case .known(let end) = second.then(rows("c")) else { return }
        #expect(try end.get() == Page(items: [Item(id: "c", title: "c", insert: "c", kind: .line)]))
    }

    @Test func aRunThatIsGoneIsRepeatedOnce() throws {
        let run = ProgramRun(Command([]))
        let kept = try #require(
            try call(each, PageRequest(query: "q", cursor: Cursor("40", keeping: run))))
        guard case .child(let again, let then) = kept.then(rows(end: .isGone)) else {
            Issue.record("it is not run again")
            return
        }
        #expect(again.run !== run && again.first == 40 && again.run.command.arguments == ["find", "--", "q"])
        guard case .known(.failure) = then(rows(end: .isGone)) else {
            Issue.record("it is run again and again")
            return
        }
        // A cursor may be anything.
        for text in ["-1", "x", "99999999999999999999"] {
            #expect(try call(each, PageRequest(query: "q", cursor: Cursor(text)))?.call.first == 0)
        }
    }

    @Test(
        arguments: [
            (
                .exited(code: 2), .source,
                "`find` ended with the exit code 2; it said: why; if that means that nothing was found, set command.nothingFound to 2"
            ),
            (.exited(code: 127), .source, "`find` ended with the exit code 127; it said: why"),
            (.killed(signal: 11), .source, "`find` was ended by signal 11; it said: why; try again"),
            (
                .timedOut, .timeout,
                "`find` had not finished after 15000 ms and was stopped; it said: why; type more, or set command.timeoutMs higher"
            ),
            (
                .couldNotStart("is not installed", .program), .config,
                "`find` is not installed; command.argv says what is run"
            ),
            (
                .couldNotStart("cannot run there", .folder), .config,
                "`find` cannot run there; command.cwd says where it is run"
            ),
            (.couldNotStart("cannot be started", .machine), .source, "`find` cannot be started"),
        ] as [(ChildRows.End, SourceError.Kind, String)])
    func aFailureNamesTheProgramTheCauseAndARemedy(end: ChildRows.End, kind: SourceError.Kind, message: String) throws {
        let first = try #require(try call(each, PageRequest(query: "q")))
        guard case .known(.failure(let error)) = first.then(rows(end: end, said: "why")) else {
            Issue.record("no failure")
            return
        }
        #expect(error.kind == kind && error.message == "command: \(message)" && error.isRetryable)
        guard case .parts(let page, .known(.failure(let late))) = first.then(rows("a", end: end, said: "why")) else {
            Issue.record("no rows")
            return
        }
        #expect(page.items.map(\.title) == ["a"] && late == error)
    }

    @Test func someExitCodesMeanThatTheResultIsPartial() throws {
        let settings = each.merging(["partial": 2]) { $1 }
        let first = try #require(try call(settings, PageRequest(query: "q")))
        guard case .known(.success(let page)) = first.then(rows("a", end: .exited(code: 2))),
            case .parts(_, .child(_, let then)) = first.then(rows("a", end: nil)),
            case .known(.success(let last)) = then(rows(end: .exited(code: 2)))
        else {
            Issue.record("an error")
            return
        }
        #expect(page.items.map(\.title) == ["a"] && page.isPartial)
        #expect(last == Page(items: [], isPartial: true))
        guard case .known(.failure(let error)) = first.then(rows(end: .exited(code: 2), said: "no regex")) else {
            Issue.record("it counts as nothing found, not as an error")
            return
        }
        #expect(error.message == "command: `find` ended with the exit code 2; it said: no regex")
    }

    @Test func someExitCodesMeanThatNothingWasFound() throws {
        for codes in [1, [1, 5]] as [JSONValue] {
            let first = try #require(try call(each.merging(["nothingFound": codes]) { $1 }, PageRequest(query: "q")))
            guard case .known(.success(let page)) = first.then(rows(end: .exited(code: 1))) else {
                Issue.record("an error")
                return
            }
            #expect(page == Page(items: []))
        }
        let silent = try #require(try call(each.merging(["nothingFoundInSilence": 1]) { $1 }, PageRequest(query: "q")))
        guard case .known(.success) = silent.then(rows(end: .exited(code: 1))),
            case .known(.failure(let error)) = silent.then(rows(end: .exited(code: 1), said: "no database"))
        else {
            Issue.record("the error output is ignored")
            return
        }
        #expect(error.message.contains("no database"))
    }
}
