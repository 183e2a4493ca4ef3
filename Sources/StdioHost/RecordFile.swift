import Platform

/// The file of `--record`: one line after the other.
struct RecordFile {
    private let writer: Writer
    private var waiting: [UInt8] = []

    /// Begins the file at `path` anew. Only its owner may read it: what people search for is private.
    init(path: String) throws(File.Fault) {
        writer = Writer(try File.create(path))
    }

    /// Appends a line.
    mutating func append(_ line: [UInt8]) {
        waiting += line
        waiting.append(0x0A)
        if waiting.count > 1 << 16 { flush() }
    }

    /// Writes what waits; answers why it cannot, once it cannot.
    @discardableResult
    mutating func flush() -> SystemError? {
        while !waiting.isEmpty {
            switch waiting.withUnsafeBytes(writer.write) {
            case .taken(let count): waiting.removeFirst(count)
            case .full: return nil
            case .failed(let error): return error
            }
        }
        return nil
    }
}
