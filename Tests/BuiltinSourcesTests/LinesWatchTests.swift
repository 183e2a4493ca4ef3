import Foundation
import SearchSource
import SourceProbes
import TestSupport
import Testing
import Time

@testable import BuiltinSources

/// `lines` while its files change.
@Suite struct LinesWatchTests {
    let folder: FolderOfFiles

    init() throws { folder = try FolderOfFiles() }

    private func watcher(of lines: SourceProbe) throws -> any Watcher {
        try #require(lines.source as? any WatchedSource).watcher()
    }

    @Test func whatIsAppendedToAFileIsFound() throws {
        try folder.replace("a", "one\ntw")
        let lines = try folder.lines("a")
        #expect(lines.titles() == ["one", "tw"])
        try folder.write("a", "o\nthree\n")
        #expect(lines.titles() == ["one", "two", "three"])
        try folder.write("a", "four")
        #expect(lines.titles() == ["one", "two", "three", "four"])
        #expect(try lines.detail(id: "four").get().location?.line == 4)
    }

    /// More than a million bytes: only what is new is read, and a line that it completes is read as a whole.
    @Test func whatIsAppendedToALargeFileIsFound() throws {
        let text = (1...60_000).map { "line \($0) of many that stand in this file" }.joined(separator: "\n")
        try folder.replace("a", text)
        let lines = try folder.lines("a")
        #expect(try lines.page(query: "line").get().total == 60_000)
        try folder.write("a", "!\nline\n")
        #expect(try lines.page(query: "^line").get().total == 60_001)
        #expect(lines.titles("'file!") == ["line 60000 of many that stand in this file!"])
    }

    @Test func whatIsAppendedToSeveralFilesIsFound() throws {
        try folder.replace("1", "a\n")
        try folder.replace("2", "b")
        let lines = try folder.lines("?")
        #expect(lines.titles() == ["a", "b"])
        try folder.write("1", "c\n")
        try folder.write("2", "bb\n")
        #expect(lines.titles().sorted() == ["a", "bbb", "c"])
        #expect(try lines.detail(id: "c").get().location == Location(path: folder["1"], line: 2))
        try folder.write("1", "d")
        try folder.write("1", "e")
        #expect(lines.titles().sorted() == ["a", "bbb", "c", "de"])
        try folder.write("1", "f")
        #expect(lines.titles().sorted() == ["a", "bbb", "c", "def"])
        try folder.replace("3", "g")
        #expect(lines.titles().sorted() == ["a", "bbb", "c", "def", "g"])
    }

    @Test func aDetailShowsTheSurroundingLinesOfAFileThatHasGrownInTurnsWithAnother() throws {
        for name in ["1", "2"] { try folder.replace(name, (1...15).map { "\(name) \($0)\n" }.joined()) }
        let lines = try folder.lines("?")
        for number in 16...40 {
            for name in ["1", "2"] {
                try folder.write(name, number % 10 == 0 ? "\n" : "\(name) \(number)\n")
                _ = lines.titles()
            }
        }
        for (number, shown) in [(18, 1...38), (39, 19...39), (3, 1...23)] {
            let detail = try lines.detail(id: "2 \(number)").get()
            let expected = shown.map { $0 % 10 == 0 && $0 > 15 ? "" : "2 \($0)" }
            #expect(detail.text == expected.joined(separator: "\n"))
            #expect(detail.range?.lowerBound == number - shown.lowerBound + 1)
        }
    }

    @Test func aFileThatIsOverwrittenTruncatedOrReplacedIsReadAgain() throws {
        try folder.replace("a", "one\ntwo\n")
        let lines = try folder.lines("a")
        #expect(lines.titles() == ["one", "two"])
        try folder.write("a", "ONE", at: 0)
        #expect(lines.titles() == ["ONE", "two"])
        folder.cut("a", at: 4)
        #expect(lines.titles() == ["ONE"])
        // Truncated and then longer than before: it has not only grown.
        folder.cut("a", at: 0)
        try folder.write("a", "1\n2\n3\n4\n5\n6\n")
        #expect(lines.titles() == ["1", "2", "3", "4", "5", "6"])
        try folder.replace("a", "other\n")
        #expect(lines.titles() == ["other"])
    }

    /// As written by an editor that overwrites the file in place.
    @Test(arguments: [3_000, 3_000_000]) func aFileChangedInTheMiddleAndAtTheEndIsReadFromTheStart(_ size: Int) throws {
        let half = String(repeating: "line\n", count: size / 10)
        try folder.replace("a", half + "[ ] pay\n" + half)
        let lines = try folder.lines("a")
        #expect(lines.titles("pay") == ["[ ] pay"])
        try folder.write("a", half + "[x] pay\n" + half + "end\n", at: 0)
        #expect(lines.titles("pay") == ["[x] pay"])
    }

    @Test func aMissingFileIsReportedAtOnceWhenNoWatcherIsLeft() throws {
        try folder.replace("a", "one\n")
        let lines = try folder.lines("a")
        var watchers = try [watcher(of: lines), watcher(of: lines)]
        _ = lines.titles()
        try folder.remove("a")
        for _ in 1...2 {
            #expect(lines.titles() == ["one"], "it may come back")
            watchers.removeLast()
        }
        #expect(lines.titles() == ["error: \(folder["a"]): No such file or directory"])
    }

    @Test func aCheckReportsAChangeUntilItIsRead() throws {
        try folder.replace("a", "one\n")
        let lines = try folder.lines("a")
        let watcher = try watcher(of: lines)
        #expect(!watcher.hasChanged(at: Instant()), "nothing was read")
        _ = lines.titles()
        #expect(!watcher.hasChanged(at: Instant()))
        try folder.write("a", "two\n")
        #expect(watcher.hasChanged(at: Instant()) && watcher.hasChanged(at: Instant()))
        _ = lines.titles()
        #expect(!watcher.hasChanged(at: Instant()))
    }

    /// As with two search boxes in one process.
    @Test func everyWatcherReportsAChange() throws {
        try folder.replace("a", "one\n")
        let lines = try folder.lines("a")
        let watchers = try [watcher(of: lines), watcher(of: lines)]
        _ = lines.titles()
        #expect(watchers.map { $0.hasChanged(at: Instant()) } == [false, false])
        try folder.write("a", "two\n")
        _ = lines.titles()
        #expect(watchers.map { $0.hasChanged(at: Instant()) } == [true, true])
        #expect(watchers.map { $0.hasChanged(at: Instant()) } == [false, false], "it was already reported")
    }

    /// A client that opens a detail, or searches in another session, reads what the list does not show yet.
    @Test func aCheckReportsAChangeThatAnotherRequestHasRead() throws {
        try folder.replace("a", "one\n")
        let lines = try folder.lines("a")
        let watcher = try watcher(of: lines)
        _ = lines.titles()
        #expect(!watcher.hasChanged(at: Instant()))
        try folder.write("a", "two\n")
        _ = lines.detail(id: "one")
        #expect(watcher.hasChanged(at: Instant()))
        #expect(!watcher.hasChanged(at: Instant()), "it was already reported")
        try folder.write("a", "three\n")
        _ = lines.titles()
        let another = try self.watcher(of: lines)
        #expect(!another.hasChanged(at: Instant()), "what is shown from now on was read after the change")
    }

    @Test func aMissingFileIsReportedAfterTwoSeconds() throws {
        try folder.replace("a", "one\n")
        let lines = try folder.lines("a")
        let watcher = try watcher(of: lines)
        _ = lines.titles()
        let looks = [0, 1000, 1999, 2000].map { milliseconds in
            if milliseconds == 0 {
                _ = watcher.hasChanged(at: Instant())
                try? folder.remove("a")
            }
            let hasChanged = watcher.hasChanged(at: Instant(.milliseconds(milliseconds)))
            return hasChanged ? "changed" : lines.titles().joined()
        }
        #expect(looks == ["one", "one", "one", "changed"])
        #expect(lines.titles() == ["error: \(folder["a"]): No such file or directory"])
        #expect(!watcher.hasChanged(at: Instant(.milliseconds(3000))), "it was already reported")
        try folder.replace("a", "two\n")
        #expect(watcher.hasChanged(at: Instant(.milliseconds(4000))))
        #expect(lines.titles() == ["two"])
    }

    @Test func aFileThatComesBackWithinTwoSecondsIsNotReportedMissing() throws {
        try folder.replace("a", "one\n")
        let lines = try folder.lines("a")
        let watcher = try watcher(of: lines)
        _ = lines.titles()
        _ = watcher.hasChanged(at: Instant())
        try folder.remove("a")
        #expect(!watcher.hasChanged(at: Instant(.milliseconds(1000))))
        try folder.replace("a", "new\n")
        #expect(watcher.hasChanged(at: Instant(.milliseconds(2000))))
        #expect(lines.titles() == ["new"])
        // Gone once more: the two seconds start over.
        try folder.remove("a")
        #expect(!watcher.hasChanged(at: Instant(.milliseconds(3500))))
        #expect(lines.titles() == ["new"])
    }

    @Test func withoutAWatcherAMissingFileIsReportedAtOnce() throws {
        try folder.replace("a", "one\n")
        let lines = try folder.lines("a")
        _ = lines.titles()
        try folder.remove("a")
        #expect(lines.titles() == ["error: \(folder["a"]): No such file or directory"])
    }

    /// A log that is read after a large file keeps growing: this search finds what the log held at first, the next one
    /// the rest.
    @Test func aFileThatGrowsDuringAReadIsReadUpToItsEarlierSize() throws {
        try folder.replace("1", String(repeating: "a line that is read\n", count: 200_000))
        try folder.replace("2", "log 1\n")
        let lines = try folder.lines("?")
        var work = lines.source.page(PageRequest(query: "^log"))
        while case .local(let step) = work {
            work = step { false }
            if case .local = work { try folder.write("2", "log more\n") }
        }
        guard case .known(let page) = work else {
            Issue.record("it is not read on this machine")
            return
        }
        #expect(try page.get().items.map(\.title) == ["log 1"])
        #expect(lines.titles("^log").count > 3)
    }

    /// A search is cancelled while it reads the file: the next one still finds the whole list.
    @Test func aSearchAfterACancelledOneFindsTheWholeList() throws {
        try folder.replace("a", String(repeating: "a line that is read\n", count: 200_000))
        let lines = try folder.lines("a")
        let first = lines.source.page(PageRequest(query: "line"))
        guard case .local(let step) = first, case .local(let second) = step({ false }) else {
            Issue.record("it is read in one go")
            return
        }
        _ = second({ true })
        try folder.write("a", "the last line\n")
        #expect(lines.titles("'last") == ["the last line"])
        #expect(try lines.page(query: "line").get().total == 200_001)
    }
}
