import Glibc

/// Files as the command line names them.
enum File {
    /// The bytes of the file at `path`; nil if there is none and that is fine.
    static func read(_ path: String, mustExist: Bool, atMost limit: Int) throws(UsageError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR].contains(errno), !mustExist { return nil }
            throw UsageError("\(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 else { throw UsageError("\(path): \(String(cString: strerror(errno)))") }
            bytes += buffer[..<count]
            if bytes.count > limit { throw UsageError("\(path): the file is larger than \(limit) bytes") }
        }
    }

    /// Writes a line to standard error.
    static func complain(_ text: String) {
        Array("seekline: \(text)\n".utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Where the configuration is if the command line does not say (XDG Base Directory Specification).
    static var defaultConfigPath: String? {
        if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/seekline/config.json"
        }
        return environment("HOME").map { $0 + "/.config/seekline/config.json" }
    }

    /// The environment variable `name`; nil if there is none, or nothing in it.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
