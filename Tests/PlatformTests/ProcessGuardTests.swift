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
}
