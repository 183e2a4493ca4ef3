import BuiltinSources
import Foundation
import HTTP
import SearchRuntime
import SearchSource
import SourceProbes
import Synchronization
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct SearchBoxTests {
    /// A source whose answers to some queries the test holds back until it releases them.
    final class Held: Sendable {
        private let released = Mutex<Set<String>>([])
        private let asked = Mutex<[String]>([])

        func source(pacing: Pacing = Pacing()) -> FakeSource {
            FakeSource(pacing: pacing) { [self] request in
                asked.withLock { $0.append(request.query) }
                return .local(compute: { isCancelled in
                    while !self.released.withLock({ $0.contains(request.query) }) {
                        if isCancelled() { return .failure(SourceError(.internal, "given up")) }
                    }
                    return .success(Page(items: [Item(id: request.query, title: request.query)]))
                })
            }
        }

        func letGo(_ query: String) { released.withLock { _ = $0.insert(query) } }

        func wasAsked(_ query: String) -> Bool { asked.withLock { $0.contains(query) } }
    }

    /// Returns the first state for which `isWanted` holds, preceded by those before it.
    func states(of box: SearchBox, until isWanted: (SearchSnapshot) -> Bool) async -> [SearchSnapshot] {
        var seen: [SearchSnapshot] = []
        for await state in box.states {
            seen.append(state)
            if isWanted(state) { return seen }
        }
        Issue.record("the box was closed")
        return seen
    }

    @Test func unicodeIsSearchedAndPagedInThisProcess() async throws {
        let box = try SearchBox(try SourceType.unicode.source())
        box.type("rightwards arrow")
        let found = await states(of: box) { $0.query == "rightwards arrow" && $0.isSettled }.last
        #expect(found?.items.count == 20 && found?.items.contains { $0.insert == "→" } == true)
        box.reachedBottom(need: 50)
        let longer = await states(of: box) { $0.items.count >= 50 && $0.isSettled }.last
        #expect(longer?.items.count == 60)
        #expect(try await box.detail("U+2603").title == "SNOWMAN")
        await #expect(throws: SourceError.self) { try await box.detail("U+FFFF") }
    }

    @Test func aSuppliedListIsSearchedWhileItGrows() async throws {
        let box = try SearchBox(try SourceType.list.source())
        #expect(box.setItems([.title("main.c"), .title("Makefile")], isDone: false) == Holding(held: 2, dropped: 0))
        box.type("mc")
        let first = try #require(await states(of: box) { $0.query == "mc" && $0.isSettled }.last)
        #expect(first.items.map(\.title) == ["main.c"] && first.loading.isGrowing)
        box.setItems([.title("mc")], appending: true)
        let last = try #require(await states(of: box) { $0.items.count == 2 }.last)
        #expect(last.items.map(\.title) == ["mc", "main.c"] && !last.loading.isGrowing)
        let other = try SearchBox(try SourceType.unicode.source())
        #expect(other.setItems([.title("a")]) == nil, "it searches something else")
    }

    @Test func aListFollowsItsFile() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("main.c\n".utf8).write(to: file)
        let box = try SearchBox(try SourceType.lines.source(["path": .string(file.path)]))
        box.submit("")
        let first = try #require(await states(of: box) { $0.items.count == 1 && $0.isSettled }.last)
        #expect(first.items.map(\.title) == ["main.c"])
        try Data("main.c\nMakefile\n".utf8).write(to: file)
        let last = try #require(await states(of: box) { $0.items.count == 2 }.last)
        #expect(last.items.map(\.title) == ["main.c", "Makefile"])
    }

    /// While a watcher is checking, a file that was removed may come back.
    @Test func aBoxThatIsReleasedNoLongerChecksForChanges() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("main.c\n".utf8).write(to: file)
        let source = try SourceType.lines.source(["path": .string(file.path)])
        var box: SearchBox? = try SearchBox(source)
        box?.submit("")
        _ = await states(of: try #require(box)) { $0.items.count == 1 && $0.isSettled }
        box = nil
        try FileManager.default.removeItem(at: file)
        let probe = SourceProbe(source)
        while case .success = probe.page(query: "") {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func theLatestSearchWinsHoweverLateTheOlderAnswerComes() async throws {
        let held = Held()
        let box = try SearchBox(held.source())
        box.submit("older")
        while !held.wasAsked("older") { await Task.yield() }
        box.submit("newer")
        while !held.wasAsked("newer") { await Task.yield() }
        held.letGo("older")
        held.letGo("newer")
        let seen = await states(of: box) { $0.query == "newer" && $0.isSettled }
        #expect(seen.allSatisfy { $0.query != "older" })
        #expect(seen.last?.items.map(\.id) == ["newer"])
    }

    @Test func aFailureIsShownInTheStateAndCanBeRetried() async throws {
        let fails = Mutex(true)
        let source = FakeSource { request in
            fails.withLock { $0 }
                ? .known(.failure(SourceError(.source, "not today")))
                : .known(.success(Page(items: [Item(id: "1", title: request.query)])))
        }
        let box = try SearchBox(source)
        box.submit("swift")
        let failed = await states(of: box) { $0.error != nil }.last
        #expect(failed?.error?.message == "not today" && failed?.loading.status == .error)
        fails.withLock { $0 = false }
        box.retry()
        let mended = await states(of: box) { $0.error == nil && $0.isSettled }.last
        #expect(mended?.items.map(\.title) == ["swift"])
    }

    @Test func meaninglessNumbersDoNotCrashTheProcess() async throws {
        for number in [0, -1, .min] {
            var pacing = Pacing()
            (pacing.minLength, pacing.pageSize, pacing.maxPages) = (number, number, number)
            pacing.debounce = .zero
            let box = try SearchBox(try SourceType.unicode.source(), pacing: pacing)
            box.type("snowman")
            box.reachedBottom(need: number)
            let found = await states(of: box) { $0.isSettled }.last
            #expect(found?.items.map(\.insert) == ["☃"], "a page of one, and one page")
        }
    }

    @Test func aConcurrencyBelowOneCountsAsOne() async throws {
        var source = FakeSource { _ in .http(HTTPRequest(url: "http://127.0.0.1:1/")) { _ in .success(Page(items: [])) }
        }
        for number in [0, .min] {
            source.info.concurrency = number
            let box = try SearchBox(source)
            box.submit("q")
            #expect(await states(of: box) { $0.isSettled }.last?.error?.kind == .offline)
        }
        #expect(SourceInfo(name: "n", type: "t", title: "T", summary: "s", concurrency: -1).concurrency == 1)
    }

    @Test func aCallForNoRowsAsksForTheFirstOne() async throws {
        let source = FakeSource { _ in
            let run = ProgramRun(Command(["printf", "a\\nb\\n"]))
            return .child(ChildCall(run, from: .min, atMost: .min, beginsPage: true)) { rows in
                .known(
                    .success(
                        Page(items: rows.rows.map { Item(id: "\($0)", title: String(decoding: $0, as: UTF8.self)) })))
            }
        }
        let box = try SearchBox(source)
        box.submit("q")
        #expect(await states(of: box) { $0.isSettled }.last?.items.map(\.title) == ["a"])
    }

    @Test func anEmptyCommandIsReportedAsNotInstalled() async throws {
        let source = FakeSource { _ in
            .child(ChildCall(ProgramRun(Command([])), from: 0, atMost: 1, beginsPage: true)) { rows in
                guard case .couldNotStart(let reason, .program)? = rows.end else {
                    return .known(.success(Page(items: [])))
                }
                return .known(.failure(SourceError(.config, reason)))
            }
        }
        let box = try SearchBox(source)
        box.submit("q")
        #expect(await states(of: box) { $0.isSettled }.last?.error?.message.hasPrefix("is not installed") == true)
    }

    @Test func aBoxPassesOnWhatAnEngineWouldLog() async throws {
        let lines = Mutex<[String]>([])
        func search(_ source: any Source) async throws {
            let box = try SearchBox(source, log: { level, line in lines.withLock { $0.append("\(level): \(line)") } })
            box.submit("q")
            _ = await states(of: box) { $0.isSettled }
        }
        let nobody = "http://127.0.0.1:1"
        try await search(FakeSource { _ in .http(HTTPRequest(url: nobody)) { _ in .success(Page(items: [])) } })
        let again = "info: \(nobody) cannot be reached: Connection refused; trying again in "
        #expect(lines.withLock { $0.first?.hasPrefix(again) } == true)
        lines.withLock { $0 = [] }
        try await search(SourceType.command.source(["argv": ["sh", "-c", "echo words >&2"], "run": "provider"]))
        #expect(lines.withLock { $0.first } == "info: command: words")
    }

    @Test func theStatesEndWhenTheLastReferenceToTheBoxIsReleased() async throws {
        var box: SearchBox? = try SearchBox(FakeSource())
        let states = box?.states
        box = nil
        var count = 0
        if let states { for await _ in states { count += 1 } }
        #expect(count <= 1)
    }

    @Test func theDescriptorsOfABoxAreClosedWithIt() async throws {
        func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        let before = try open()
        for _ in 0..<300 {
            let box = try SearchBox(FakeSource())
            _ = await states(of: box) { _ in true }
        }
        // Each box had two descriptors. Other tests, which run alongside this one, have some too.
        while try open() > before + 300 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test @MainActor func anObservableSearchFollowsItsBox() async throws {
        let search = ObservableSearch(try SearchBox(try SourceType.unicode.source()))
        let following = Task { await search.follow() }
        search.box.submit("snowman")
        while search.state?.items.isEmpty ?? true { await Task.yield() }
        #expect(search.state?.items.first?.title == "SNOWMAN")
        following.cancel()
        await following.value
    }
}
