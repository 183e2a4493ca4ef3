import Foundation
import Platform
import SearchSource
import Testing

@testable import Engine
@testable import FetchHost

/// Programs as child processes: what they print, how they end, and that nothing is left of them.
@Suite struct ChildrenTests {
    private let wakeup: Wakeup
    private let children: Children

    init() throws {
        wakeup = try Wakeup()
        children = Children(wakeup: wakeup)
    }

    private func shell(_ script: String, within limit: Duration = .seconds(60)) -> ProgramRun {
        ProgramRun(Command(["sh", "-c", script], timeLimit: limit))
    }

    /// Returns the result of a call.
    private func rows(
        of run: ProgramRun, from first: Int = 0, atMost count: Int = 1000, id: Int = 1
    ) throws -> ChildRows {
        children.start(ChildCall(run, from: first, atMost: count, beginsPage: true), id: FetchID(id))
        return try #require(answer().first).rows
    }

    /// Waits for the next answers, for a minute at most, and returns them.
    private func answer() -> [(id: FetchID, rows: ChildRows)] {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline {
            let answers = children.takeFinished()
            if !answers.isEmpty { return answers }
            var polled = PollSet()
            _ = polled.add(wakeup.readEnd, for: .readable)
            polled.wait(atMost: .seconds(1))
            wakeup.drain()
        }
        return []
    }

    /// Returns all that a program prints, and how it ends.
    private func all(of run: ProgramRun) throws -> (texts: [String], end: ChildRows.End?, lastWords: String) {
        var texts: [String] = []
        while true {
            let answer = try rows(of: run, from: texts.count)
            texts += answer.rows.map { String(decoding: $0, as: UTF8.self) }
            if answer.end != nil { return (texts, answer.end, answer.lastWords) }
        }
    }

    /// Waits until `holds`, for a minute at most.
    private func wait(until holds: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !holds() {
            if Date() > deadline { return false }
            usleep(2000)
        }
        return true
    }

    /// Waits, for a minute at most, until `count` processes of a group have written their ids to a file; returns the
    /// ids.
    private func processes(in file: URL, atLeast count: Int = 1) -> [Int32] {
        var found: [Int32] = []
        _ = wait {
            found = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").compactMap {
                Int32($0)
            }
            return found.count >= count
        }
        return found
    }

    /// Whether a process is gone, or is a zombie that its current parent has not reaped yet.
    private func isGone(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return status.split(separator: ")").last.map { $0.hasPrefix(" Z") } ?? true
    }

    private func temporaryFile() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("seekline-\(UUID().uuidString)")
    }

    // MARK: What it prints

    @Test func theOutputIsCutIntoRows() throws {
        let (texts, end, _) = try all(of: shell("printf 'one\\n\\ntwo\\nthree'"))
        #expect(texts == ["one", "", "two", "three"] && end == .exited(code: 0))
    }

    @Test func theFirstRowsAreAvailableBeforeTheProgramEnds() throws {
        let answer = try rows(of: shell("echo first; exec sleep 1000"))
        #expect(answer == ChildRows([Array("first".utf8)]))
    }

    @Test func aProgramRunsWithTheGivenEnvironmentFolderAndArguments() throws {
        let run = ProgramRun(
            Command(
                [
                    "sh", "-c", "pwd; echo \"$A$HOME\"; for a; do echo \"$a\"; done; cat", "sh", "two words",
                    "$(id); 'x'",
                ],
                variables: ["A": "b ", "HOME": "h"], folder: "/"))
        #expect(try all(of: run).texts == ["/", "b h", "two words", "$(id); 'x'"])
    }

    @Test func aProgramDoesNotInheritTheEnginesSignalsAndDescriptors() throws {
        ThisProcess.ignoreFailedWrites()
        let open = Pipe()
        defer { withExtendedLifetime(open) {} }
        let (texts, _, _) = try all(of: shell("grep -E 'SigBlk|SigIgn' /proc/self/status; ls /proc/self/fd | wc -l"))
        #expect(texts.last == "4", "its standard ones, and the folder that ls reads")
        let masks = texts.dropLast().compactMap { $0.split(separator: "\t").last }.compactMap { UInt64($0, radix: 16) }
        #expect(masks.count == 2 && masks[0] == 0 && masks[1] & (1 << 12) == 0, "SIGPIPE is not ignored")
    }

    @Test func rowsAreReleasedOnceLaterOnesAreRequested() throws {
        let run = shell("seq 0 99")
        #expect(
            try rows(of: run, from: 50, atMost: 2).rows.map { String(decoding: $0, as: UTF8.self) } == ["50", "51"])
        #expect(try rows(of: run, from: 10).end == .isGone)
        #expect(try rows(of: run, from: 51, atMost: 1).rows == [Array("51".utf8)])
    }

    @Test func aGigabyteOfOutputIsNotReadBeforeItIsRequested() throws {
        let file = temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        let run = shell("echo $$ >\(file.path); exec head -c 1000000000 /dev/zero | tr '\\0' '\\n'")
        #expect(try rows(of: run, atMost: 20).rows.count == 20)
        // Its later rows are still to come: it was not read to its end.
        #expect(try rows(of: run, from: 100_000, atMost: 20).rows.count == 20)
        #expect(!isGone(try #require(processes(in: file).first)))
        run.end()
    }

    // MARK: How it ends

    @Test func theExitCodeTheSignalAndTheLastWordsAreReported() throws {
        let failed = try all(of: shell("echo row; echo first >&2; echo ' last words' >&2; exit 3"))
        #expect(failed.texts == ["row"] && failed.end == .exited(code: 3) && failed.lastWords == "last words")
        #expect(try all(of: shell("kill -9 $$")).end == .killed(signal: 9))
    }

    @Test func aProgramHasEndedEvenIfADescendantKeepsItsOutputOpen() throws {
        let file = temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        // The descendant is in the program's group and ignores SIGTERM.
        let run = shell(
            "(trap '' TERM; sh -c 'echo $PPID' >\(file.path); while :; do sleep 1; done) & while [ ! -s \(file.path) ]; do sleep 0.01; done; echo row"
        )
        let (texts, end, _) = try all(of: run)
        #expect(texts == ["row"] && end == .exited(code: 0))
        let left = try #require(processes(in: file).first)
        #expect(wait { isGone(left) })
    }

    @Test func aProgramThatClosesItsOutputBeforeItEndsHasFallenSilent() throws {
        let (texts, end, _) = try all(of: shell("echo row; exec >&- 2>&-; exec sleep 1000"))
        #expect(texts == ["row"] && end == .fellSilent)
    }

    @Test func aProgramIsEndedAtItsTimeLimit() throws {
        // On a busy machine it may not get to writing anything: then it is given more time.
        for limit in [50, 500, 5_000, 50_000] {
            let program = shell("echo why >&2; printf half; exec sleep 1000", within: .milliseconds(limit))
            let answer = try rows(of: program)
            #expect(answer.rows == [] && answer.end == .timedOut)
            if answer.lastWords == "why" { return }
        }
        Issue.record("it never got to write why")
    }

    @Test(arguments: ["cancelled", "unwanted", "ended"])
    func aProgramEndsTogetherWithEverythingItHasStarted(how: String) throws {
        let file = temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        // A process that ignores SIGTERM is killed.
        let script =
            "trap '' TERM; echo $$ >>\(file.path); sh -c 'echo $$ >>\(file.path); while :; do sleep 1; done' & wait"
        var run: ProgramRun? = shell(script)
        if let run { children.start(ChildCall(run, from: 0, atMost: 1, beginsPage: true), id: FetchID(1)) }
        let started = processes(in: file, atLeast: 2)
        #expect(started.count == 2)
        switch how {
        case "cancelled":
            children.cancel(FetchID(1))
        case "unwanted":
            children.cancel(FetchID(1))
            run = nil
        default:
            run?.end()
        }
        #expect(wait { started.allSatisfy(isGone) })
        withExtendedLifetime(run) {}
    }

    @Test func aSharedRunOutlivesASearch() throws {
        let run = ProgramRun(Command(["sh", "-c", "sleep 0.2; echo row"]), isShared: true)
        children.start(ChildCall(run, from: 0, atMost: 1, beginsPage: true), id: FetchID(1))
        children.cancel(FetchID(1))
        #expect(try rows(of: run, id: 2).rows == [Array("row".utf8)])
    }

    // MARK: What cannot be started

    @Test func theReasonWhyAProgramCannotBeStartedIsReported() throws {
        let file = temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        let textFileBusy = "cannot be run while another program writes to it"
        func advice(_ arguments: [String], folder: String? = nil) throws -> String? {
            let run = ProgramRun(Command(arguments, folder: folder))
            guard case .couldNotStart(let text, _)? = try rows(of: run).end else { return nil }
            // A program that another test starts at this moment has a copy of what was open until it runs.
            return text == textFileBusy ? try advice(arguments, folder: folder) : text
        }
        #expect(try advice(["no-such-program"]) == "is not installed: no folder of $PATH has it")
        #expect(
            try advice(["no-such-program -v"])
                == "is not installed: no folder of $PATH has it; it is not read by a shell: each argument must be an element of its own"
        )
        #expect(
            try advice(["\(file.path) -v"])?.hasSuffix(
                "; it is not read by a shell: each argument must be an element of its own") == true)
        #expect(
            try advice([file.path])
                == "cannot be run: there is no such file, or the interpreter in its first line does not exist")
        try Data("echo row\n".utf8).write(to: file)
        #expect(try advice([file.path]) == "cannot be run: Permission denied; `chmod +x` makes a file executable")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        #expect(
            try advice([file.path])
                == "cannot be run: it is not a program; a script must begin with `#!` and its interpreter",
            "it is not passed to a shell")
        let writer = try FileHandle(forWritingTo: file)
        defer { try? writer.close() }
        try writer.write(contentsOf: Data("#!/bin/sh\n".utf8))
        #expect(
            try rows(of: ProgramRun(Command([file.path]))).end
                == .couldNotStart(textFileBusy, .machine))
        #expect(try advice(["true"], folder: file.path)?.hasPrefix("cannot run in the folder") == true)
        #expect(
            try advice(["true", String(repeating: "x", count: 1 << 20)])
                == "cannot be run: its arguments are too long")
        #expect(try all(of: shell("echo still here")).texts == ["still here"])
    }
}
