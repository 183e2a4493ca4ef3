import JSON
import SearchSource
import SourceProbes
import Testing
import Time

@testable import BuiltinSources

// How a request ends, and what else a long-running program is asked.
extension ProviderTests {
    // MARK: Ends

    @Test(
        arguments: [
            (.exited(code: 0), "source", "ended with the exit code 0 before it answered; it said: words; try again"),
            (.killed(signal: 9), "source", "was ended by signal 9; it said: words; try again"),
            (
                .timedOut, "timeout",
                "did not answer in 15000 ms; it said: words; type more, or set command.timeoutMs higher; an answer must be flushed to be sent"
            ),
            (
                .resting(.milliseconds(500), after: .fellSilent), "source",
                "closed its output before it answered; it said: words; it must keep it open until it ends; it will be restarted in 500 ms"
            ),
        ] as [(ChildRows.End, String, String)])
    func theEndOfTheProgramIsReported(end: ChildRows.End, kind: String, words: String) throws {
        let error = try #require(page(PageRequest(query: "q"), rows([], end: end, said: "words")).last?.error)
        #expect(error.kind.rawValue == kind && error.message == "command: `find` \(words)" && error.isRetryable)
    }

    @Test(arguments: [
        ("", SourceError(.source, "command: `find`: no")),
        (#"{"kind":"auth","isRetryable":false}"#, SourceError(.auth, "command: `find`: no")),
        (#"{"kind":"http"}"#, SourceError(.http, "command: `find`: no")),
        (#"{"kind":"offline"}"#, SourceError(.offline, "command: `find`: no", isRetryable: true)),
        (#"{"kind":"timeout"}"#, SourceError(.timeout, "command: `find`: no", isRetryable: true)),
        (#"{"kind":"rateLimited"}"#, SourceError(.rateLimited, "command: `find`: no", isRetryable: true)),
        (#"{"kind":"offline","isRetryable":false}"#, SourceError(.offline, "command: `find`: no")),
        (#"{"kind":"odd","isRetryable":true}"#, SourceError(.source, "command: `find`: no", isRetryable: true)),
        (
            #"{"retryAfterMs":70}"#,
            SourceError(.source, "command: `find`: no", isRetryable: true, retryAfter: .milliseconds(70))
        ),
        (
            #"{"retryAfterMs":1e300,"kind":7}"#, SourceError(.source, "command: `find`: no")
        ),
    ]) func anErrorFromTheProgramIsPassedOn(data: String, expected: SourceError) {
        let end = ChildRows.End.refused(ProviderError(code: 1, message: "no", data: Array(data.utf8)))
        #expect(page(PageRequest(query: "q"), rows([], end: end)).last?.error == expected)
    }

    // MARK: Details

    private func detail(_ answer: ChildRows, item: Item? = nil) -> Result<Detail, SourceError>? {
        guard case .child(let call, let then) = source.detail(DetailRequest(id: "i", item: item)),
            call.run.request.map({ $0.method == "detail" && $0.params == Array(#"{"id":"i"}"#.utf8) }) == true,
            case .known(let result) = then(answer)
        else { return nil }
        return result
    }

    @Test func aDetailIsReadAndCompletedFromTheList() throws {
        let text = #"""
            {"text":"t","title":"T","format":"code","language":"c","range":{"first":2,"last":3},"url":"u","fields":{"a":1},
            "location":{"path":"/x"}}
            """#
        #expect(
            try detail(rows([text]))?.get()
                == Detail(
                    id: "i", title: "T", text: "t", format: .code, language: "c", location: Location(path: "/x"),
                    range: 2...3, url: "u", fields: ["a": 1]))
        let item = Item(id: "i", title: "I", url: "v", fields: ["b": 2])
        let filled = try detail(rows([#"{"text":"t"}"#]), item: item)?.get()
        #expect(filled == Detail(id: "i", title: "I", text: "t", url: "v", fields: ["b": 2]))
        #expect(
            detail(rows([#"{"title":"t"}"#]))?.error?.message.contains("text must be a string, but it is missing")
                == true)
        let range = detail(rows([#"{"text":"","range":{"first":3,"last":2}}"#]))?.error
        let expected = "range must be lines counted from 1, the last not before the first, not 3 to 2;"
        #expect(range?.message.contains(expected) == true)
    }

    @Test func aProviderWithoutDetailsShowsWhatTheListHas() throws {
        func refused(_ code: Int) -> ChildRows { rows([], end: .refused(ProviderError(code: code, message: "no"))) }
        let item = Item(id: "i", title: "I")
        #expect(try detail(refused(-32601), item: item)?.get() == Detail(of: item))
        #expect(detail(refused(-32601))?.error?.isNoSuchItem == true)
        #expect(detail(refused(-32003), item: item)?.error?.isNoSuchItem == true)
        #expect(detail(refused(5), item: item)?.error == SourceError(.source, "command: `find`: no"))
    }

    // MARK: Actions

    private static let acting =
        #"{"protocolVersion":"1.0","name":"n","can":["page","perform"],"actions":[{"name":"rm","title":"Remove"}]}"#

    @Test func itemsOfferTheActionsThatWereDeclared() throws {
        _ = welcome(Self.acting)
        let other = #"{"title":"b","actions":[{"name":"rm","title":"Rm b"}]}"#
        #expect(
            try answer(#"{"items":[{"title":"a","actions":["rm","rm"]},"# + other + "]}").items.map(\.actions) == [
                [ItemAction(name: "rm", title: "Remove")], [ItemAction(name: "rm", title: "Rm b")],
            ])
        let words = "items[0].actions[0] names an action that is not in the answer to `initialize`"
        #expect(fault(#"{"items":[{"title":"a","actions":["mv"]}]}"#) == words)
        #expect(fault(#"{"items":[{"title":"a","actions":[{"name":"mv"}]}]}"#) == words)
    }

    @Test func anItemMayHaveAnActionOfItsOwn() throws {
        let item = #"{"items":[{"title":"a","actions":[{"name":"mv","title":"Move\na"},"rm"]}]}"#
        _ = welcome(Self.acting)
        #expect(
            try answer(item).items[0].actions
                == [ItemAction(name: "mv", title: "Move a"), ItemAction(name: "rm", title: "Remove")])
        func many(_ count: Int) -> String {
            let names = (0..<count).map { #"{"name":"a\#($0)","title":"A"}"# }.joined(separator: ",")
            return #"{"items":[{"title":"a","actions":[\#(names)]}]}"#
        }
        #expect(try answer(many(100)).items[0].actions.count == 100)
        #expect(fault(many(101)) == "items[0].actions has more than 100 elements")
        _ = welcome(#"{"protocolVersion":"1.0","name":"n","can":["page"]}"#)
        #expect(
            fault(item)
                == "items[0].actions[0] is an action, but `can` in the answer to `initialize` does not have \"perform\""
        )
    }

    @Test func theOutcomeOfAnActionIsRead() throws {
        func performed(_ answer: ChildRows) -> Result<Performed, SourceError>? {
            let request = PerformRequest("rm", with: Item(id: "i", title: "I"))
            guard case .child(let call, let then) = source.perform(request),
                call.run.request.map({ String(decoding: $0.params, as: UTF8.self) }) == #"{"id":"i","action":"rm"}"#,
                call.run.request?.method == "perform", case .known(let result) = then(answer)
            else { return nil }
            return result
        }
        let done = try performed(rows([#"{"message":"gone","changed":true}"#]))?.get()
        #expect(done == Performed(message: "gone", hasChanged: true))
        #expect(try performed(rows(["{}"]))?.get() == Performed())
        let wrong = performed(rows([#"{"changed":1}"#]))?.error
        #expect(wrong?.message.contains("changed must be true or false, not a number") == true)
        let gone = try #require(performed(rows([], end: .exited(code: 1)))?.error)
        #expect(!gone.isRetryable)
        #expect(gone.message == "command: `find` ended with the exit code 1 before it answered; outcome unknown")
        let late = try #require(performed(rows([], end: .timedOut))?.error)
        #expect(!late.isRetryable && late.message.contains(" ms; outcome unknown; set command.timeoutMs higher"))
        let unsent = try #require(performed(rows([], end: .notSent(after: .timedOut)))?.error)
        #expect(unsent.isRetryable && unsent.message.contains(" ms; set command.timeoutMs higher"))
    }

    // MARK: The welcome

    private func welcome(_ answer: String) -> Result<Int, Provider.Refusal>? {
        guard case .child(let call, _) = source.page(PageRequest(query: "q")) else { return nil }
        return call.run.request?.provider.welcome(Array(answer.utf8))
    }

    @Test func theWelcomeDeclaresConcurrencyPacingAndWhetherThereAreDetails() throws {
        #expect(try welcome(#"{"protocolVersion":"1.0","name":"n","can":["page"]}"#)?.get() == 1)
        let more = #"{"protocolVersion":"1.7","name":"n","can":["page","x"],"concurrent":16,"options":{"minLength":3}}"#
        #expect(try welcome(more)?.get() == 16)
        #expect(source.info.pacing.minLength == 3 && source.info.pacing.debounce == .milliseconds(30))
        guard case .known = source.detail(DetailRequest(id: "i")) else {
            Issue.record("a detail is requested although none are declared")
            return
        }
    }

    @Test(arguments: [
        ("[]", "answered wrongly: the answer must be an object, not an array"),
        (#"{"protocolVersion":"2.0"}"#, "speaks version 2.0 of the providers' protocol, not 1.x"),
        (
            #"{"protocolVersion":"1.x"}"#,
            "speaks version 1.x of the providers' protocol: `1.` must be followed by a number, as in 1.0"
        ),
        (
            #"{"protocolVersion":"1."}"#,
            "speaks version 1. of the providers' protocol: `1.` must be followed by a number, as in 1.0"
        ),
        (#"{"protocolVersion":"1.0","name":1}"#, "answered wrongly: name must be a string, not a number"),
        (
            #"{"protocolVersion":"1.0","name":"","can":["detail"]}"#,
            "answered wrongly: can must have \"page\", since nothing can be found without it"
        ),
        (
            acting.replacing(#","perform""#, with: ""),
            "answered wrongly: can must have \"perform\", since there are actions"
        ),
        (
            acting.replacing("rm", with: ""),
            "answered wrongly: actions[0].name must be unique: an earlier action has this name"
        ),
        (
            #"{"protocolVersion":"1.0","name":"","can":["page"],"concurrent":0}"#,
            "answered wrongly: concurrent must be a whole number from 1 to 16, not 0"
        ),
        (
            #"{"protocolVersion":"1.0","name":"","can":["page"],"options":{"trigger":"x"}}"#,
            "answered wrongly: options has trigger: it must be `incremental` or `submit`"
        ),
    ]) func anInvalidWelcomeIsRefused(answer: String, message: String) {
        #expect(welcome(answer) == .failure(Provider.Refusal(message)))
    }

    // MARK: Settings

    @Test(
        arguments: [
            (
                ["run": "provider", "argv": ["a", "{query}"]], "argv",
                "must not have the element `{query}`, since the program receives each query as a request"
            ),
            (
                ["argv": ["a"], "settings": ["a": 1]], "settings",
                "is for a long-running program: `run` must be `provider`"
            ),
            (["argv": ["a"], "idleMs": "5"], "idleMs", "is for a long-running program: `run` must be `provider`"),
            (["run": "provider", "argv": ["a"], "settings": "x"], "settings", "must be an object, not \"x\""),
            (
                ["run": "provider", "argv": ["a"], "idleMs": "0"], "idleMs",
                "must be a whole number from 1 to 600000, not \"0\""
            ),
        ] as [([String: JSONValue], String, String)])
    func anInvalidSettingIsNamedInTheError(settings: [String: JSONValue], setting: String, message: String) {
        let error = #expect(throws: SettingError.self) { _ = try SourceProbe("command", settings) }
        #expect(error?.setting == setting && error?.message == message)
    }

    @Test func theConfigurationOverridesTheOptionsInTheWelcome() throws {
        let settings: [String: JSONValue] = [
            "argv": ["a"], "run": "provider", "options": ["debounceMs": 5, "minLength": 0],
        ]
        let source = try SourceProbe("command", settings).source
        guard case .child(let call, _) = source.page(PageRequest(query: "q")) else { return }
        let options = #"{"debounceMs":1,"minLength":2,"trigger":"submit"}"#
        let answer = #"{"protocolVersion":"1.0","name":"n","can":["page"],"options":"# + options + "}"
        _ = call.run.request?.provider.welcome(Array(answer.utf8))
        let pacing = source.info.pacing
        #expect(pacing.debounce == .milliseconds(5) && pacing.minLength == 0 && pacing.trigger == .submit)
    }

    @Test(
        arguments: [
            (["minLengthDense": 4], [1, 4]), (["minLength": 3], [3, 3]),
            (["minLength": 3, "minLengthDense": 2], [3, 2]),
            ([:], [1, 1]),
        ] as [(JSONValue, [Int])])
    func aConfiguredMinimumLengthIsKeptWhateverTheWelcomeSays(options: JSONValue, lengths: [Int]) throws {
        let settings: [String: JSONValue] = ["argv": ["a"], "run": "provider", "options": options]
        let source = try SourceProbe("command", settings).source
        guard case .child(let call, _) = source.page(PageRequest(query: "q")) else { return }
        let answer = #"{"protocolVersion":"1.0","name":"n","can":["page"],"options":{"minLength":1}}"#
        _ = call.run.request?.provider.welcome(Array(answer.utf8))
        #expect([source.info.pacing.minLength, source.info.pacing.minLengthDense] == lengths)
    }
}
