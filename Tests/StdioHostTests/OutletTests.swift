import Foundation
import Platform
import TestSupport
import Testing

@testable import Engine
@testable import StdioHost

@Suite struct OutletTests {
    /// A reader is always a little behind, over 100 MB: the memory of what has been written is still released.
    @Test func aReaderThatIsAlwaysALittleBehindCostsNoMemory() {
        let pipe = InheritedPipe()
        var outlet = Outlet(pipe.writeEnd)
        let message = [UInt8](repeating: 0x78, count: 1000)
        for _ in 0..<300 { outlet.append { $0 += message } }
        var received = 0
        var mostResident = 0
        for _ in 0..<100_000 {
            outlet.append { waiting in
                waiting += message
                mostResident = max(mostResident, waiting.capacity)
            }
            outlet.flush()
            received += pipe.read(atMost: 1000)
        }
        #expect(!outlet.isEmpty)
        #expect(mostResident < 2 << 20)
        #expect(received == 100_000_000)
    }

    /// Long pieces are not copied, and keep their place among the others, however little is read at once.
    @Test func longPiecesKeepTheirPlace() {
        let pipe = InheritedPipe()
        var outlet = Outlet(pipe.writeEnd)
        var expected: [UInt8] = []
        for (number, length) in [3, 100_000, 5, 7, 300_000, 200_000, 1].enumerated() {
            let bytes = [UInt8](repeating: UInt8(ascii: "a") + UInt8(number), count: length)
            expected += bytes
            if length < 1000 { outlet.append { $0 += bytes } } else { outlet.append(long: bytes) }
            #expect(outlet.count == expected.count)
        }
        var found = ""
        while !outlet.isEmpty {
            outlet.flush()
            found += pipe.text()
        }
        #expect(found == String(decoding: expected, as: UTF8.self) && outlet.written == expected.count)
    }

    @Test func finishWaitsForAReaderButNotForEver() {
        let pipe = InheritedPipe()
        var outlet = Outlet(pipe.writeEnd)
        outlet.append { $0 += [UInt8](repeating: 0x78, count: 300_000) }
        outlet.finish(within: .milliseconds(10))
        #expect(!outlet.isEmpty)
        let reader = Thread { while pipe.read(atMost: 1000) > 0 {} }
        reader.start()
        outlet.finish(within: .milliseconds(30_000))
        #expect(outlet.isEmpty)
        close(pipe.writeEnd.number)
    }

    @Test func nothingIsKeptForAReaderThatIsGone() {
        ThisProcess.ignoreFailedWrites()
        let pipe = InheritedPipe()
        var outlet = Outlet(pipe.writeEnd)
        pipe.closeReadEnd()
        outlet.append(long: [0x78])
        outlet.append { $0.append(0x78) }
        outlet.flush()
        #expect(outlet.isEmpty && outlet.fault?.description == "Broken pipe")
        outlet.append { $0.append(0x78) }
        outlet.append(long: [0x78])
        #expect(outlet.isEmpty)
    }
}

@Suite struct LogTests {
    @Test func longLinesAreWrittenWholeUpToALimit() {
        let pipe = InheritedPipe()
        var log = Log(level: .warning, to: pipe.writeEnd)
        let long = String(repeating: "é", count: 4000)
        log.write(.warning, long)
        log.write(.info, "of no interest")
        log.write(.error, String(repeating: "x", count: 20_000))
        #expect(
            pipe.text() == """
                seekline: warning: \(long)
                seekline: error: \(String(repeating: "x", count: 16_384))… (3616 more bytes)

                """)
    }

    @Test func linesThatNobodyReadsAreLeftOutAndCounted() {
        let pipe = InheritedPipe()
        var log = Log(level: .debug, to: pipe.writeEnd)
        for number in 1...20_000 { log.write(.debug, "line \(number)") }
        var text = ""
        while !log.isEmpty {
            text += pipe.text()
            log.flush()
        }
        text += pipe.text()
        log.write(.debug, "the last")
        text += pipe.text()
        let lines = text.split(separator: "\n")
        #expect(lines.last == "seekline: debug: the last")
        let told = lines.dropLast(2)
        #expect(Array(told) == (1...told.count).map { "seekline: debug: line \($0)" })
        #expect(lines.dropLast().last == "seekline: warning: \(20_000 - told.count) lines were left out here")
    }

    @Test func repeatedLinesAreCounted() {
        let pipe = InheritedPipe()
        var log = Log(level: .debug, to: pipe.writeEnd)
        for _ in 1...10_000 { log.write(.warning, "the same") }
        log.write(.error, "the same")
        for _ in 1...3 { log.write(.error, "another") }
        log.finish()
        #expect(
            pipe.text() == """
                seekline: warning: the same
                seekline: warning: the line above was repeated (9999 ×)
                seekline: error: the same
                seekline: error: another
                seekline: error: the line above was repeated (2 ×)

                """)
    }

    @Test func printableTextCannotControlATerminal() {
        #expect("a\u{1B}[2J\r\nb\u{9B}\u{7F}".printable() == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}b\u{FFFD}\u{FFFD}")
        #expect("\u{202E}x\u{2066}\u{2028}\u{2029}\u{FEFF}".printable() == "\u{FFFD}x\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
        #expect("日本語 é 👩‍👩‍👧 क्‍ष".printable() == "日本語 é 👩‍👩‍👧 क्‍ष")
        #expect("\u{6DD}١".printable() == "\u{6DD}١", "a sign that encloses a number")
        #expect("日本".printable(atMost: 5) == "日… (3 more bytes)")
        #expect("日本".printable(atMost: 6) == "日本")
    }
}
