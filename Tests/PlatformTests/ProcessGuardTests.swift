import Foundation
import Testing

@testable import Platform

@Suite struct ProcessGuardTests {
    /// A program may close one search box after another: the guards of their programs must not stay as zombies.
    @Test func aGuardThatIsForgottenIsReaped() throws {
        let processGuard = try ProcessGuard()
        #expect(kill(processGuard.process, 0) == 0)
        processGuard.forget()
        // A zombie can still be signalled.
        let deadline = Date(timeIntervalSinceNow: 60)
        while kill(processGuard.process, 0) == 0, Date() < deadline { usleep(1000) }
        #expect(kill(processGuard.process, 0) == -1 && errno == ESRCH)
    }

    /// The number of a program that could not be started may be given to another one, which the guard must not end; and
    /// a guard has room for 4,096 groups.
    @Test func aProgramThatCannotBeStartedIsNotGuarded() throws {
        let processGuard = try ProcessGuard()
        for _ in 0...4096 {
            #expect(throws: ChildProcess.Fault.self) {
                try ChildProcess(.init(["/nothing/here"]), guardedBy: processGuard)
            }
        }
        let child = try ChildProcess(.init(["sleep", "600"]), guardedBy: processGuard)
        processGuard.forget()
        let deadline = Date(timeIntervalSinceNow: 60)
        var exit: ChildProcess.Exit?
        while exit == nil, Date() < deadline {
            exit = child.takeExit()
            usleep(1000)
        }
        if exit == nil { child.group.kill() }
        #expect(exit == .signal(SIGTERM), "it is guarded: there is room for it")
    }
}
