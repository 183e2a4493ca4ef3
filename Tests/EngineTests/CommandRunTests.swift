import BuiltinSources
import Engine
import JSON
import SearchSource
import SourceProbes
import TestSupport
import Testing

/// Programs behind the engine: their rows arrive in parts, and a run ends when nobody can ask for its rows any more.
@Suite struct CommandRunTests {
    private let harness: EngineHarness

    init() throws {
        let source = try SourceProbe("command", ["argv": ["find", "--", "{query}"]]).source
        harness = EngineHarness(source)
    }

    private func search(_ query: String) {
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": .string(query)]])
    }

    /// Returns the latest call.
    private func call() throws -> (id: FetchID, call: ChildCall) {
        guard let (_, id, fetch) = harness.asks.last, case .child(let call) = fetch else {
            throw SourceError(.internal, "no program is asked")
        }
        return (id, call)
    }

    private func rows(_ numbers: Range<Int>, end: ChildRows.End? = nil) -> FetchResult {
        .rows(ChildRows(numbers.map { Array("row \($0)".utf8) }, end: end))
    }

    /// Returns the titles of the list, as a client has it.
    private func titles() -> [String] {
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "getState"])
        let state = harness.messages.last { $0.message["id"]?.integer == 1 }?.message["result"]?.object
        return state?["items"]?.array?.compactMap { $0.object?["title"]?.string } ?? []
    }

    private func hasEnded(_ run: ProgramRun) -> Bool { !run.whenUnwanted {} }

    @Test func theFirstRowsAreShownBeforeThePageIsComplete() throws {
        search("a")
        harness.finish(try call().id, rows(0..<3))
        harness.advance(to: harness.now + 30)
        #expect(titles().count == 3)
        let next = try call()
        #expect(next.call.first == 3 && next.call.count == 17)
        harness.finish(next.id, rows(3..<5, end: .exited(code: 0)))
        harness.advance(to: harness.now + 30)
        #expect(titles().count == 5)
    }

    @Test func aRunContinuesWithItsListAndEndsWhenAnotherListIsWanted() throws {
        search("a")
        let first = try call()
        harness.finish(first.id, rows(0..<20))
        #expect(!hasEnded(first.call.run))
        search("b")
        #expect(hasEnded(first.call.run), "though its list is still shown")
        #expect(titles().count == 20)
    }

    @Test func aSupersededSearchAbandonsItsCall() throws {
        search("a")
        let first = try call()
        search("b")
        #expect(harness.takeDrop()?.id == first.id)
        harness.finish(first.id, rows(0..<20))
        #expect(titles().isEmpty)
    }

    @Test func theNextPageContinuesTheRun() throws {
        search("a")
        let first = try call()
        harness.finish(first.id, rows(0..<20))
        harness.send(["jsonrpc": "2.0", "method": "reachedBottom"])
        let page = try call()
        #expect(page.call.run === first.call.run && page.call.first == 20)
        harness.finish(page.id, rows(20..<25, end: .exited(code: 0)))
        #expect(titles().count == 25)
    }

    @Test func aRefreshRunsTheProgramAgain() throws {
        search("a")
        let first = try call()
        harness.finish(first.id, rows(0..<20))
        harness.send(["jsonrpc": "2.0", "method": "refresh"])
        let again = try call()
        #expect(hasEnded(first.call.run) && again.call.first == 0 && again.call.run !== first.call.run)
    }

    @Test func rowsThatArrivedBeforeAFailureAreKept() throws {
        search("a")
        harness.finish(try call().id, rows(0..<3))
        harness.advance(to: harness.now + 30)
        harness.finish(try call().id, rows(0..<0, end: .timedOut))
        #expect(titles().count == 3)
        let errors = harness.messages.filter { $0.message["method"]?.string == "error" }
        #expect(errors.map { $0.message["params"]?.object?["kind"]?.string } == ["timeout"])
    }
}
