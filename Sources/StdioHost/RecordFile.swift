import Glibc

/// The file of `--record`: one line after the other.
struct RecordFile {
    private let descriptor: Int32
    private var waiting: [UInt8] = []

    /// Why a file cannot be written.
    struct Fault: Error {
        let message: String
    }

    /// Begins the file at `path` anew. Only its owner may read it: what people search for is private.
    init(path: String) throws(Fault) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw Fault(message: "\(path): \(String(cString: strerror(errno)))") }
    }

    /// Appends a line.
    mutating func append(_ line: [UInt8]) {
        waiting += line
        waiting.append(0x0A)
        if waiting.count > 1 << 16 { flush() }
    }

    /// Writes what waits; answers why it cannot, once it cannot.
    @discardableResult
    mutating func flush() -> String? {
        defer { waiting.removeAll(keepingCapacity: true) }
        var written = 0
        while written < waiting.count {
            let count = waiting[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return String(cString: strerror(errno)) }
            written += max(count, 0)
        }
        return nil
    }
}
