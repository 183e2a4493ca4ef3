internal import CPlatform

/// Files by their paths.
public enum File {
    /// Why a file cannot be used.
    public struct Fault: Error, Hashable {
        /// Which file, and why, in one line.
        public let message: String

        /// Whether there is no such file.
        public let isMissing: Bool
    }

    /// Returns the bytes of the file at `path`; fails if there are more than `limit`.
    public static func contents(of path: String, atMost limit: Int) throws(Fault) -> [UInt8] {
        let descriptor = try descriptor(path, cplatform_open_to_read(path))
        defer { cplatform_close(descriptor.number) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        while true {
            switch descriptor.read(into: buffer) {
            case .bytes(let count): bytes += buffer[..<count]
            case .nothing: continue
            case .end: return bytes
            case .failed(let error): throw fault(path, error)
            }
            if bytes.count > limit {
                throw Fault(message: "\(path): the file is larger than \(limit) bytes", isMissing: false)
            }
        }
    }

    /// Creates or truncates the file at `path`, for writing. Only its owner may read it, even if it was there before.
    public static func create(_ path: String) throws(Fault) -> Descriptor {
        try descriptor(path, cplatform_open_to_write(path))
    }

    /// Returns whether both paths lead to the same file, whatever its names.
    public static func isSame(_ path: String, _ other: String) -> Bool {
        cplatform_is_same_file(path, other) != 0
    }

    private static func descriptor(_ path: String, _ answer: Int32) throws(Fault) -> Descriptor {
        guard answer >= 0 else { throw fault(path, SystemError(answer: Int(answer))) }
        return Descriptor(answer)
    }

    private static func fault(_ path: String, _ error: SystemError) -> Fault {
        Fault(message: "\(path): \(error)", isMissing: error.isMissing)
    }
}
