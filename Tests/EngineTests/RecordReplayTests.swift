import Engine
import JSON
import SearchSource
import Testing
import TestSupport
import Unions

@Suite struct RecordReplayTests {
    /// Plays a session with a search that is superseded, one that is paged, a detail and a failure; returns its record
    /// and its messages.
    func recorded() -> (record: [UInt8], messages: [String]) {
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource()], defaultSource: "fake", isRecording: true, version: "test"))
        play(harness) { $0() }
        return (Array(harness.record.joined(separator: [0x0A])), harness.takeTexts())
    }

    /// Plays the client's half of the session; `answer` plays the sources' half, if there is one.
    func play(_ harness: EngineHarness, answer: (() -> Void) -> Void) {
        func send(_ text: String) { harness.send(#"{"jsonrpc":"2.0",\#(text)}"#) }
        send(#""method":"setQuery","params":{"query":"swift"}"#)
        harness.advance(to: 310)
        send(#""method":"submit","params":{"query":"rust"}"#)
        harness.advance(to: 350)
        answer {
            harness.answer(
                .page(
                    .success(
                        Page(
                            items: [
                                Item(
                                    id: "1", title: "One →", snippet: ["a ", "b"], url: "u", image: "i", insert: "→",
                                    kind: .line, location: Location(path: "a/b →", line: 3, column: 7),
                                    fields: ["text": "t", "number": 5, "is": true])
                            ], next: Cursor("c"), total: 9, suggestion: "ruste",
                            isPartial: true))))
        }
        harness.advance(to: 400)
        send(#""method":"reachedBottom""#)
        harness.advance(to: 420)
        answer {
            harness.answer(.page(.failure(SourceError(.http, "broken", retryAfter: .milliseconds(5), httpStatus: 500))))
        }
        harness.advance(to: 430)
        send(#""id":"d","method":"openDetail","params":{"id":"1"}"#)
        harness.advance(to: 480)
        answer {
            let detail = Detail(
                id: "1", title: "One", text: "All", format: .code, language: "swift", location: Location(path: "a"),
                range: 2...3, fields: ["a": "b"])
            harness.answer(.detail(.success(detail)))
        }
        send(#""id":"e","method":"openDetail","params":{"id":"2"}"#)
        answer { harness.answer(.detail(.failure(.noSuchItem("none")))) }
        harness.advance(to: 500)
        harness.send("not JSON \u{1}")
    }

    @Test func aReplaySendsTheSameMessagesAtTheSameTimesWithoutAskingASource() throws {
        let (record, messages) = recorded()
        let replay = try Replay(record)
        #expect(replay.defaultSource == "fake")
        let harness = EngineHarness(
            SearchEngine.Configuration(sources: [FakeSource()], defaultSource: "fake", replay: replay, version: "test"))
        play(harness) { _ in }
        #expect(harness.takeTexts() == messages)
        #expect(harness.asks.isEmpty)
        #expect(messages.count > 12)
    }

    @Test func anAnswerThatWasKnownAtOnceIsKnownAtOnceInTheReplay() throws {
        func play(_ harness: EngineHarness) -> [String] {
            harness.send(["jsonrpc": "2.0", "method": "openDetail", "params": ["id": ""]])
            harness.advance(to: 100)
            return harness.takeTexts()
        }
        let recording = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource()], defaultSource: "fake", isRecording: true, version: "test"))
        let told = play(recording)
        let replay = try Replay(Array(recording.record.joined(separator: [0x0A])))
        let again = EngineHarness(
            SearchEngine.Configuration(sources: [FakeSource()], defaultSource: "fake", replay: replay, version: "test"))
        #expect(play(again) == told && told.count == 1, "no `loading` says that it is opening")
    }

    /// Rule 14, also if the record says that the page came within the call that asked for it.
    @Test func aReplayReportsLoadingEvenIfThePageWasKnownAtOnce() throws {
        let record = """
            {"ms":300,"ask":{"number":1,"source":"fake","page":{"query":"abc","pageSize":20}}}
            {"ms":300,"answer":{"number":1,"page":{"items":[{"id":"1","title":""}]},"atOnce":true}}
            """
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource()], defaultSource: "fake", replay: try Replay(Array(record.utf8)), version: "test")
        )
        harness.send(["jsonrpc": "2.0", "method": "setQuery", "params": ["query": "abc"]])
        harness.advance(to: 1000)
        let told = harness.messages.compactMap { $0.message["method"]?.string }
        #expect(told == ["loading", "loading", "items", "loading"])
    }

    /// Each of several sources ends on its own: a page without rows is not the end of the list.
    @Test func anEmptyPageDoesNotEndTheReplayedListOfAUnion() throws {
        func harness(_ replay: Replay?) throws -> EngineHarness {
            let union = try UnionSource([FakeSource(name: "a"), FakeSource(name: "b")])
            return EngineHarness(
                SearchEngine.Configuration(
                    sources: [union], defaultSource: union.info.name, isRecording: replay == nil, replay: replay,
                    version: "test"))
        }
        func play(_ harness: EngineHarness, answer: (_ ask: Int, Result<Page, SourceError>) -> Void) -> [String] {
            harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "abc"]])
            answer(0, .success(Page(items: [Item(id: "1", title: "One")], next: Cursor("2"))))
            answer(1, .failure(SourceError(.source, "no")))
            harness.advance(to: 200)
            harness.send(["jsonrpc": "2.0", "method": "retry"])
            answer(2, .success(Page(items: [])))
            harness.advance(to: 400)
            harness.send(["jsonrpc": "2.0", "id": 1, "method": "getState"])
            return harness.takeTexts()
        }
        let recording = try harness(nil)
        let told = play(recording) { ask, found in
            recording.finish(recording.asks[ask].id, .computed(.page(found)))
        }
        #expect(told.last?.contains(#""status":"loadMore""#) == true)
        let replay = try Replay(Array(recording.record.joined(separator: [0x0A])))
        #expect(play(try harness(replay)) { _, _ in } == told)
    }

    @Test func theRecordIsReadable() throws {
        let lines = recorded().record.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            lines[0]
                == #"{"ms":0.000,"record":{"format":1,"protocol":"1.1","version":"test","source":"fake","script":false,"#
                + #""options":{"debounceMs":300,"minLength":3,"minLengthDense":3,"throttleMs":300,"pageSize":20,"#
                + #""maxPages":100,"trigger":"incremental","onInput":"keep","belowMinLength":"clear","stalledMs":500,"#
                + #""backOffMs":1000}}}"#
        )
        #expect(
            lines[1] == #"{"ms":0.000,"in":{"jsonrpc":"2.0","method":"setQuery","params":{"query":"swift"}}}"#)
        #expect(lines[2].hasPrefix(#"{"ms":0.000,"out":{"jsonrpc":"2.0","method":"loading","#))
        #expect(
            lines[3]
                == #"{"ms":300.000,"ask":{"number":1,"session":"default","source":"fake","#
                + #""page":{"query":"swift","pageSize":20}}}"#)
        #expect(lines.contains(#"{"ms":310.000,"drop":{"number":1}}"#))
        #expect(lines.contains(#"{"ms":500.000,"in":"not JSON \u0001"}"#))
        for line in lines { _ = try JSONParser.parse(Array(line.utf8)) }
    }

    @Test func aQuestionThatWasNotRecordedIsAnError() throws {
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource()], defaultSource: "fake", replay: try Replay(recorded().record), version: "test"))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "perl"]])
        let error = harness.messages.compactMap { $0.message["method"] == "error" ? $0.message["params"] : nil }.first
        #expect(error?.object?["message"] == "the recording has no answer to this request")
    }

    @Test func theSameQuestionGetsItsAnswersInOrderAndThenTheLastOneAgain() throws {
        func lines(_ number: Int, _ id: String) -> String {
            """
            {"ms":0,"ask":{"number":\(number),"source":"fake","page":{"query":"a","pageSize":20}}}
            {"ms":5,"answer":{"number":\(number),"page":{"items":[{"id":"\(id)","title":""}]}}}

            """
        }
        let dropped = """
            {"ms":0,"ask":{"number":3,"source":"fake","page":{"query":"a","pageSize":20}}}
            {"ms":5,"drop":{"number":3}}
            """
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource()], defaultSource: "fake",
                replay: try Replay(Array((lines(1, "x") + lines(2, "y") + dropped).utf8)), version: "test"))
        var found: [String] = []
        for number in 0..<4 {
            // The third time it was cancelled.
            for method in number == 2 ? ["submit", "cancel"] : [] {
                harness.send(["jsonrpc": "2.0", "method": .string(method), "params": ["query": "a"]])
            }
            harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "a"]])
            harness.advance(to: harness.now + 5)
            for text in harness.takeTexts() where text.contains(#""items""#) {
                found.append(text.contains(#""id":"x""#) ? "x" : "y")
            }
        }
        #expect(found == ["x", "y", "y", "y"])
    }

    /// Two sessions ask the same question, and the one that asked first is answered last.
    @Test func theSameQuestionGetsItsAnswersInTheOrderInWhichItWasAsked() throws {
        let record = """
            {"ms":0,"ask":{"number":1,"source":"fake","page":{"query":"a","pageSize":20}}}
            {"ms":10,"ask":{"number":2,"source":"fake","page":{"query":"a","pageSize":20}}}
            {"ms":20,"answer":{"number":2,"page":{"items":[{"id":"second","title":""}]}}}
            {"ms":90,"answer":{"number":1,"page":{"items":[{"id":"first","title":""}]}}}
            """
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [FakeSource()], defaultSource: "fake", replay: try Replay(Array(record.utf8)), version: "test")
        )
        func found(after milliseconds: Int) -> [String] {
            harness.advance(to: harness.now + milliseconds)
            let texts = harness.takeTexts()
            return ["one", "two"].flatMap { session in
                ["first", "second"].filter { id in
                    texts.contains { $0.contains(#""session":"\#(session)""#) && $0.contains(#""id":"\#(id)""#) }
                }.map { "\(session): \($0)" }
            }
        }
        for session in ["one", "two"] {
            harness.send(["jsonrpc": "2.0", "method": "openSession", "params": ["session": .string(session)]])
            harness.send(
                ["jsonrpc": "2.0", "method": "submit", "params": ["session": .string(session), "query": "a"]])
        }
        #expect(found(after: 10) == ["two: second"])
        #expect(found(after: 80) == ["one: first"])
    }

    @Test(arguments: [
        #""location":{"line":1}"#, #""location":"a""#, #""location":{"path":"a","line":0}"#,
        #""location":{"path":"a","line":1,"column":1.5}"#, #""kind":7"#,
    ])
    func aMalformedItemIsRefused(_ member: String) {
        let line = #"{"ms":0,"ask":{"number":1,"source":"fake","page":{"query":"a","pageSize":20}}}"#
        let item = #"{"id":"1","title":"",\#(member)}"#
        #expect(throws: (any Error).self) {
            try Replay(Array((line + "\n" + #"{"ms":5,"answer":{"number":1,"page":{"items":[\#(item)]}}}"#).utf8))
        }
    }

    @Test(arguments: [
        ("nonsense", 1, "found `o` where `null` should stand at byte 1"),
        ("\n[1]", 2, "each line of a recording must be an object"),
        ("{}", 1, "`ms` must be a number of milliseconds"),
        (#"{"ms":0,"record":{"format":2}}"#, 1, "`format` must be 1, the only one that this seekline reads"),
        (#"{"ms":0,"ask":{"number":1}}"#, 1, "`ask` must have `number`, `source` and `page`, `detail` or `perform`"),
        (#"{"ms":0,"answer":{"number":1}}"#, 1, "`number` must be that of an `ask` before it"),
    ])
    func anInvalidRecordingIsRefusedWithTheLineAtFault(_ text: String, _ line: Int, _ message: String) {
        do {
            _ = try Replay(Array(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.line == line && error.description.contains(message.prefix(20)), "\(error)")
        }
    }
}
