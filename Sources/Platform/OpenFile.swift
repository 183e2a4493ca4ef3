internal import CPlatform

/// A file that is open to be read, from any place. It is closed when nobody holds it any more.
public final class OpenFile: Sendable {
    private let descriptor: Descriptor

    /// Opens what is at `path`. That does not wait, whatever it is: a pipe has no writer, a device is no file.
    public init(_ path: String) throws(SystemError) {
        let answer = cplatform_open_without_waiting(path)
        guard answer >= 0 else { throw SystemError(answer: Int(answer)) }
        descriptor = Descriptor(answer)
    }

    deinit { cplatform_close(descriptor.number) }

    /// What it is now.
    public func status() throws(SystemError) -> FileStatus {
        var status = cplatform_status()
        let answer = cplatform_status_of(descriptor.number, &status)
        guard answer == 0 else { throw SystemError(answer: Int(answer)) }
        return FileStatus(status)
    }

    /// Reads from `place` on until `buffer` is full, or to the end; answers how many bytes that are.
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
