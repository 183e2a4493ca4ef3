import Platform
import SearchSource
import Testing
import Time

@testable import Engine
@testable import FetchHost

/// How long a program may take and how long it is kept, at times that the test sets.
@Suite final class RunningChildTests {
    private let processGuard: ProcessGuard
    private let process: ChildProcess
    private let run = ProgramRun(Command(["sleep", "1000"], timeLimit: .seconds(10)))
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

    init() throws {
        processGuard = try ProcessGuard()
        process = try ChildProcess(.init(run.command.arguments), guardedBy: processGuard)
    }

    deinit {
        process.group.kill()
        while process.takeExit() == nil {}
        process.closeNotice()
        process.closeOutput()
        processGuard.forget()
        buffer.deallocate()
    }

    private func child() -> RunningChild { RunningChild(process, for: run.command, now: at(0)) }

    private func at(_ seconds: Double) -> Instant { Instant(.milliseconds(seconds * 1000)) }

    private func ask(_ child: RunningChild, _ id: Int, at seconds: Double, beginsPage: Bool = true) {
        let call = ChildCall(run, from: 0, atMost: 1, beginsPage: beginsPage)
        child.ask(FetchID(id), call, now: at(seconds))
    }

    /// Returns how calls have ended at a time.
    private func ends(_ child: RunningChild, at seconds: Double) -> [ChildRows.End?] {
        child.goOn(into: buffer, now: at(seconds))
        return child.answers(now: at(seconds)).map(\.rows.end)
    }

    @Test func theTimeLimitRunsFromTheRequestForAPage() {
        let child = child()
        ask(child, 1, at: 5)
        #expect(ends(child, at: 14.9).isEmpty && child.deadline(now: at(14.9)) == at(15))
        #expect(ends(child, at: 15) == [.timedOut])
    }

    @Test func theTimeLimitIsPausedWhileNothingIsRequested() {
        let child = child()
        ask(child, 1, at: 0)
        #expect(child.withdraw(FetchID(1), now: at(4))?.run === run)
        #expect(child.withdraw(FetchID(1), now: at(4)) == nil)
        ask(child, 2, at: 30, beginsPage: false)
        #expect(ends(child, at: 35.9).isEmpty)
        #expect(ends(child, at: 36) == [.timedOut])
    }

    @Test func eachPageStartsTheTimeLimitAfresh() {
        let child = child()
        ask(child, 1, at: 0)
        _ = child.withdraw(FetchID(1), now: at(9))
        ask(child, 2, at: 20)
        #expect(ends(child, at: 29.9).isEmpty)
        #expect(ends(child, at: 30) == [.timedOut])
    }

    @Test func aProgramThatHasEndedIsNotTimedOutIfTheHostWasHeldUp() throws {
        let ended = try ChildProcess(.init(["echo", "row"]), guardedBy: processGuard)
        var polled = PollSet()
        _ = ended.exitNotice.map { polled.add($0, for: .readable) }
        polled.wait(atMost: .seconds(60))
        let child = RunningChild(ended, for: run.command, now: at(0))
        defer { child.close() }
        ask(child, 1, at: 0)
        #expect(ends(child, at: 20) == [nil], "its row")
        while child.isTaken, child.end == nil { child.goOn(into: buffer, now: at(20)) }
        #expect(child.end == .exited(code: 0))
    }

    @Test func aProgramThatIsNotAskedForAMinuteIsForgotten() {
        let child = child()
        ask(child, 1, at: 1)
        #expect(!child.isForgotten(at(100)))
        _ = child.withdraw(FetchID(1), now: at(2))
        #expect(!child.isForgotten(at(61.9)) && child.deadline(now: at(3)) == at(62))
        #expect(child.isForgotten(at(62)))
    }
}
