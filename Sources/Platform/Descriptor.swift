internal import CPlatform

/// A file descriptor of this process.
public struct Descriptor: Hashable, Sendable {
    /// Its number.
    public let number: Int32

    /// The descriptor with this number.
    public init(_ number: Int32) {
        self.number = number
    }

    /// Where a process reads from.
    public static let standardInput = Descriptor(0)
    /// Where a process writes to.
    public static let standardOutput = Descriptor(1)
    /// Where a process reports errors.
    public static let standardError = Descriptor(2)

    /// Whether it is open.
    public var isOpen: Bool { cplatform_is_open(number) != 0 }

    /// Whether a person may be at its other end.
    public var isTerminal: Bool { cplatform_kind_of(number) == cplatform_terminal }

    /// Truncates it to `length` bytes, if it is a file.
    public func cut(at length: Int) {
        if cplatform_kind_of(number) == cplatform_file { _ = cplatform_cut(number, Int64(length)) }
    }

    /// Opens `/dev/null` on the standard descriptors that are closed. Otherwise the first things to be opened would get
    /// them, and be mistaken for input or output.
    public static func reserveStandardOnes() {
        for descriptor in [standardInput, standardOutput, standardError] where !descriptor.isOpen {
            cplatform_open_nothing()
        }
    }

    /// Returns whether an error merely means that its other end is gone. For a terminal, any error does.
    public func hasLostItsOtherEnd(by error: SystemError) -> Bool { error.isHangUp || isTerminal }

    /// The result of an attempt to read.
    public enum Reading {
        /// This many bytes were read.
        case bytes(Int)
        /// There is nothing to read now.
        case nothing
        /// Nothing more will come.
        case end
        /// It cannot be read.
        case failed(SystemError)
    }

    /// Reads once. This does not block if polling says that the descriptor is ready.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        let answer = cplatform_read(number, buffer.baseAddress, buffer.count)
        if answer > 0 { return .bytes(answer) }
        if answer == 0 { return .end }
        let error = SystemError(answer: answer)
        return error.isPassing ? .nothing : .failed(error)
    }
}
