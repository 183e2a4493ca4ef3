import Glibc

/// A file descriptor of this process.
struct Descriptor {
    let number: Int32

    static let standardInput = Descriptor(number: STDIN_FILENO)
    static let standardOutput = Descriptor(number: STDOUT_FILENO)
    static let standardError = Descriptor(number: STDERR_FILENO)

    /// Whether it is open.
    var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }

    /// Opens nothing on those standard descriptors that are closed: else they would be given to the first thing that is
    /// opened, and be mistaken for input or output.
    static func reserveStandardOnes() {
        for descriptor in [standardInput, standardOutput, standardError] where !descriptor.isOpen {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Whether it is a socket, as the pipes are that some runtimes give their children.
    var isSocket: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Which of `events` are there now, and POLLERR, POLLHUP, POLLNVAL if they are.
    func poll(for events: Int32) -> Int32 {
        var descriptor = pollfd(fd: number, events: Int16(events), revents: 0)
        return Glibc.poll(&descriptor, 1, 0) > 0 ? Int32(descriptor.revents) : 0
    }

    /// What an attempt to write came to.
    enum WriteResult {
        /// So many bytes were taken.
        case taken(Int)
        /// There is no room now.
        case full
        /// Nobody will ever read.
        case gone
    }

    /// The most bytes that a pipe which has room for any takes without blocking (PIPE_BUF on Linux).
    static let atomicWrite = 4096

    /// Writes as much of `bytes` as there is room for, without waiting, also where the descriptor is a blocking one: it
    /// is shared with other processes, so it must not be changed.
    func write(_ bytes: UnsafeRawBufferPointer, isSocket: Bool) -> WriteResult {
        let ready = poll(for: Int32(POLLOUT))
        if ready & Int32(POLLERR | POLLNVAL) != 0 { return .gone }
        guard ready & Int32(POLLOUT) != 0 else { return ready & Int32(POLLHUP) != 0 ? .gone : .full }
        let count =
            isSocket
            ? send(number, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            : Glibc.write(number, bytes.baseAddress, min(bytes.count, Self.atomicWrite))
        if count >= 0 { return .taken(count) }
        return [EAGAIN, EWOULDBLOCK, EINTR, ENOBUFS].contains(errno) ? .full : .gone
    }
}
