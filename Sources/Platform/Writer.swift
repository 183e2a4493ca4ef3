internal import CPlatform

/// Writes as much to a descriptor as there is room for, and never waits for the reader.
///
/// A standard descriptor is shared with other processes, so it must not be made non-blocking: they would see that too.
public struct Writer: Sendable {
    /// How blocking is avoided.
    private enum Kind {
        /// A pipe or a terminal, opened a second time: the new descriptor is ours alone, and does not block.
        case own
        /// A socket, which some runtimes give their children instead of a pipe: each call can say that it must not
        /// block.
        case socket
        /// A file, which never blocks.
        case file
        /// Anything else, and pipes and terminals that cannot be opened again (without /proc, or because they belong to
        /// somebody else): polled before each write, which is so small that it fits if anything does.
        case polled(isTerminal: Bool)
    }

    private let kind: Kind
    private let number: Int32

    /// The descriptor to watch for room to write.
    public let descriptor: Descriptor

    /// A writer to `descriptor`.
    public init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
        let what = cplatform_kind_of(descriptor.number)
        switch what {
        case cplatform_socket: (kind, number) = (.socket, descriptor.number)
        case cplatform_file: (kind, number) = (.file, descriptor.number)
        case cplatform_pipe, cplatform_terminal:
            let own = cplatform_open_again(descriptor.number)
            (kind, number) =
                own >= 0 ? (.own, own) : (.polled(isTerminal: what == cplatform_terminal), descriptor.number)
        default: (kind, number) = (.polled(isTerminal: false), descriptor.number)
        }
    }

    /// Closes the descriptor. Nothing is written any more.
    public func close() {
        if number != descriptor.number { cplatform_close(number) }
        cplatform_close(descriptor.number)
    }

    /// The result of an attempt to write.
    public enum Writing {
        /// This many bytes were taken.
        case taken(Int)
        /// There is no room now.
        case full
        /// Nothing will ever be taken.
        case failed(SystemError)
    }

    /// Writes the first of `bytes`, as far as there is room.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Writing {
        switch kind {
        case .own, .file:
            return Writing(cplatform_write(number, bytes.baseAddress, bytes.count))
        case .socket:
            return Writing(cplatform_send(number, bytes.baseAddress, bytes.count))
        case .polled(let isTerminal):
            var polled = cplatform_polled(descriptor: number, watched: cplatform_writable, ready: 0)
            guard cplatform_poll(&polled, 1, 0) > 0 else { return .full }
            // Writing says whether it has failed or has no reader.
            let count = isTerminal ? Self.piece(of: bytes) : min(bytes.count, cplatform_atomic_write())
            return Writing(cplatform_write(number, bytes.baseAddress, count))
        }
    }

    /// Returns how many of `bytes` a terminal takes if it takes any. Writing more may block, whatever polling says: it
    /// has room for some text, or for one control character, which it may turn into several.
    private static func piece(of bytes: UnsafeRawBufferPointer) -> Int {
        let text = bytes.prefix(256).prefix { $0 >= 0x20 && $0 != 0x7F }
        return text.isEmpty ? min(bytes.count, 1) : text.count
    }

    /// Writes as much of `bytes` as there is room for, and leaves the rest.
    public func writeWhatFits(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty, case .taken(let count) = write(UnsafeRawBufferPointer(rebasing: rest)) {
            rest = rest.dropFirst(count)
        }
    }
}

extension Writer.Writing {
    /// The result of a system call that writes.
    init(_ answer: Int) {
        guard answer < 0 else {
            self = .taken(answer)
            return
        }
        let error = SystemError(answer: answer)
        self = error.isPassing ? .full : .failed(error)
    }
}
