import Foundation
import Platform
import TestSupport
import Testing

@Suite struct WriterTests {
    @Test func aFullPipeIsReportedAsFullWithoutWaiting() throws {
        let pipe = InheritedPipe()
        let writer = Writer(pipe.writeEnd)
        var written = 0
        loop: while true {
            switch writer.write(ofSize: 10_000) {
            case .taken(let count): written += count
            case .full: break loop
            case .failed(let error): Issue.record("\(error)")
            }
        }
        #expect(written >= 4096)
        // Other owners of the descriptor are not affected.
        #expect(fcntl(pipe.writeEnd.number, F_GETFL) & O_NONBLOCK == 0)
        pipe.read(written)
        #expect(writer.taken(1) == 1)
    }

    @Test func writingToAPipeWithoutAReaderFails() {
        ThisProcess.ignoreFailedWrites()
        let pipe = InheritedPipe()
        let writer = Writer(pipe.writeEnd)
        pipe.closeReadEnd()
        guard case .failed(let error) = writer.write(ofSize: 1) else {
            Issue.record("it was written")
            return
        }
        #expect(error.description == "Broken pipe")
    }

    #if os(Linux)
        @Test func writingToATerminalThatNobodyReadsDoesNotBlock() throws {
            let (main, side) = try pseudoTerminal()
            defer { for end in [main, side] { close(end) } }
            let writer = Writer(Descriptor(side))
            var taken = 0
            while let count = writer.taken(5000), taken < 1 << 20 { taken += count }
            #expect((1..<1 << 20).contains(taken))
            #expect(fcntl(side, F_GETFL) & O_NONBLOCK == 0)
        }

        /// Returns both ends of a pseudo-terminal, like `openpty`.
        private func pseudoTerminal() throws -> (main: Int32, side: Int32) {
            let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            var (isLocked, number): (Int32, Int32) = (0, -1)
            let main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            try #require(ioctl(main, setLock, &isLocked) == 0 && ioctl(main, getNumber, &number) == 0)
            let side = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            try #require(side >= 0)
            return (main, side)
        }
    #endif

    @Test func socketsFillWithoutBlockingAndFilesTakeEverything() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let writer = Writer(Descriptor(ends[0]))
        while writer.taken(100_000) != nil {}
        #expect(fcntl(ends[0], F_GETFL) & O_NONBLOCK == 0)

        let path = NSTemporaryDirectory() + "seekline-writer-\(UUID().uuidString)"
        let file = try File.create(path)
        defer { unlink(path) }
        #expect(Writer(file).taken(1_000_000) == 1_000_000)
        #expect(try File.contents(of: path, atMost: 1_000_000).count == 1_000_000)
    }
}

extension Writer {
    fileprivate func write(ofSize count: Int) -> Writing {
        [UInt8](repeating: 0x78, count: count).withUnsafeBytes(write)
    }

    fileprivate func taken(_ count: Int) -> Int? {
        if case .taken(let count) = write(ofSize: count) { count } else { nil }
    }
}
