import Foundation
import Testing

@testable import StdioHost

@Suite struct RecordFileTests {
    /// With a reader that is always a little behind, the cost must not grow with the length of the record.
    @Test func theStateOfARecordDoesNotGrowWithItsLength() throws {
        var (record, reader) = try piped()
        defer { close(reader) }
        let line = [UInt8](repeating: 0x78, count: 99)
        var buffer = [UInt8](repeating: 0, count: 100)
        // More than a pipe holds, so that something always waits.
        for _ in 0..<2000 { record.append(line) }
        for _ in 0..<10_000 {
            record.append(line)
            #expect(record.flush() == nil)
            let count = read(reader, &buffer, buffer.count)
            #expect(count == 100)
        }
        #expect(!record.isEmpty)
        #expect(record.ends.count < 2100)
    }

    @Test func aReaderThatIsTooFarBehindGetsTheLinesSoFarAndThenTheEnd() throws {
        var (record, reader) = try piped()
        defer { close(reader) }
        let line = [UInt8](repeating: 0x78, count: 99_999)
        var count = 0
        while record.flush() == nil, count < 1000 {
            record.append(line)
            count += 1
        }
        #expect((84..<90).contains(count))
        record.append(line)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var received = 0
        while !record.isOver {
            #expect(record.flush() == nil, "it is said once")
            received += max(read(reader, &buffer, buffer.count), 0)
        }
        record.close()
        // From here on, reads wait: a program that another test starts at this moment has a copy of the pipe until it runs.
        #expect(fcntl(reader, F_SETFL, 0) == 0)
        var last = -1
        while last != 0 {
            last = read(reader, &buffer, buffer.count)
            #expect(last >= 0, "\(String(cString: strerror(errno)))")
            guard last >= 0 else { break }
            received += last
        }
        #expect(received == count * 100_000)
    }

    /// Returns a record that is written to a pipe, and the end of that from which it is read.
    private func piped() throws -> (record: RecordFile, reader: Int32) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("record-\(UUID()).fifo").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        return (try RecordFile(path: path), reader)
    }
}
