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
}
