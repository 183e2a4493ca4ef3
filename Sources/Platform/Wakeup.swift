internal import CPlatform

/// A pipe to ourselves, through which other threads and signals wake the loop. It is closed with the last reference.
public final class Wakeup: Sendable {
    /// The end that becomes readable.
    public let readEnd: Descriptor
    let writeEnd: Descriptor

    /// Opens a pipe; fails if the process may not open more descriptors.
    public init() throws(SystemError) {
        var (readEnd, writeEnd): (Int32, Int32) = (-1, -1)
        let answer = cplatform_pipe_of_our_own(&readEnd, &writeEnd)
        guard answer == 0 else { throw SystemError(answer: Int(answer)) }
        self.readEnd = Descriptor(readEnd)
        self.writeEnd = Descriptor(writeEnd)
    }

    deinit {
        cplatform_close(readEnd.number)
        cplatform_close(writeEnd.number)
    }

    /// Wakes the loop, from any thread.
    public func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes the loop, too.
        _ = cplatform_write(writeEnd.number, &byte, 1)
    }

    /// Empties the pipe.
    public func drain() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            // A read that does not fill the buffer has emptied the pipe.
            while case .bytes(buffer.count) = readEnd.read(into: buffer) {}
        }
    }
}
