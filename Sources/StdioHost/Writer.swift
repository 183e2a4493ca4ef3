import Glibc

/// Writes to a descriptor as much as there is room for, and never waits.
///
/// A standard descriptor is shared with other processes, so it must not be made non-blocking: they would see that too.
struct Writer {
    /// How waiting is avoided.
    private enum Kind {
        /// A pipe, opened a second time: the new descriptor is ours alone, and does not block.
        case pipe(Int32)
        /// A socket, as the pipes are that some runtimes give their children: each call can say that it must not wait.
        case socket(Int32)
        /// Anything else: polled before each write of so little that it fits if anything does.
        case other(Int32)
    }

    private let kind: Kind

    /// The most bytes that are written at once where a write might wait (PIPE_BUF on Linux).
    private static let polledWrite = 4096

    /// A writer to `descriptor`.
    init(_ descriptor: Descriptor) {
        let number = descriptor.number
        var status = stat()
        guard fstat(number, &status) == 0 else {
            kind = .other(number)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK:
            kind = .socket(number)
        case S_IFIFO:
            // Not where /proc is missing, or the pipe belongs to somebody else.
            let own = open("/proc/self/fd/\(number)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            kind = own >= 0 ? .pipe(own) : .other(number)
        default:
            kind = .other(number)
        }
    }

    /// What an attempt to write came to.
    enum Result {
        /// So many bytes were taken.
        case taken(Int)
        /// There is no room now.
        case full
        /// Nobody will ever read.
        case gone
    }

    /// Writes the first of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer) -> Result {
        switch kind {
        case .pipe(let number):
            return result(Glibc.write(number, bytes.baseAddress, bytes.count))
        case .socket(let number):
            return result(send(number, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)))
        case .other(let number):
            var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            guard poll(&polled, 1, 0) > 0 else { return .full }
            let events = Int32(polled.revents)
            if events & Int32(POLLERR | POLLNVAL) != 0 { return .gone }
            guard events & Int32(POLLOUT) != 0 else { return events & Int32(POLLHUP) != 0 ? .gone : .full }
            return result(Glibc.write(number, bytes.baseAddress, min(bytes.count, Self.polledWrite)))
        }
    }

    private func result(_ count: Int) -> Result {
        if count >= 0 { return .taken(count) }
        return [EAGAIN, EWOULDBLOCK, EINTR, ENOBUFS].contains(errno) ? .full : .gone
    }
}
