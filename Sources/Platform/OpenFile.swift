internal import CPlatform

/// A file that is open for reading, at any offset. It is closed when nobody holds it any more.
public final class OpenFile: Sendable {
    private let descriptor: Descriptor

    /// Opens what is at `path`. This never blocks, not even on a named pipe without a writer.
    public init(_ path: String) throws(SystemError) {
        let answer = cplatform_open_without_waiting(path)
        guard answer >= 0 else { throw SystemError(answer: Int(answer)) }
        descriptor = Descriptor(answer)
    }

    deinit { cplatform_close(descriptor.number) }

    /// Returns its current status.
    public func status() throws(SystemError) -> FileStatus {
        var status = cplatform_status()
        let answer = cplatform_status_of(descriptor.number, &status)
        guard answer == 0 else { throw SystemError(answer: Int(answer)) }
        return FileStatus(status)
    }

    /// Reads from the offset `place` until `buffer` is full, or to the end. Returns the number of bytes.
    public func read(into buffer: UnsafeMutableRawBufferPointer, from place: Int) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let answer = cplatform_read_at(descriptor.number, rest.baseAddress, rest.count, Int64(place + done))
            if answer == 0 { break }
            if answer > 0 {
                done += answer
                continue
            }
            let error = SystemError(answer: answer)
            if !error.isInterruption { throw error }
        }
        return done
    }
}
