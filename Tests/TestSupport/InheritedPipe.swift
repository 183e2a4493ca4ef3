import Foundation
import Platform

/// A blocking pipe, like those inherited from a parent process.
public final class InheritedPipe: Sendable {
    /// The end that is read. Neither end is closed with the object.
    public let readEnd: Descriptor

    /// The end that is written.
    public let writeEnd: Descriptor

    /// Makes a pipe whose ends no program inherits.
    public init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = Descriptor(ends[0])
        writeEnd = Descriptor(ends[1])
    }

    /// Closes the read end, and waits until no process has it: a program that another test starts at this moment has a
    /// copy until it runs.
    public func closeReadEnd() {
        close(readEnd.number)
        var polled = pollfd(fd: writeEnd.number, events: 0, revents: 0)
        while poll(&polled, 1, -1) != 1 {}
    }

    /// Waits until there is something to read, reads at most `count` bytes and returns their number, 0 at the end.
    @discardableResult
    public func read(atMost count: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
            if case .bytes(let count) = readEnd.read(into: buffer) { count } else { 0 }
        }
    }

    /// Reads `count` bytes, or what there is until the end.
    public func read(_ count: Int) {
        var left = count
        while left > 0 {
            let taken = read(atMost: left)
            guard taken > 0 else { return }
            left -= taken
        }
    }

    /// Returns everything that is in the pipe.
    public func text() -> String {
        var bytes: [UInt8] = []
        var polled = PollSet()
        let place = polled.add(readEnd, for: .readable)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            polled.wait(atMost: .zero)
            guard polled[place].contains(.readable), case .bytes(let count) = readEnd.read(into: buffer) else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
