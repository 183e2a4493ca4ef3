/// Looks for programs in the same way as starting one does.
public struct ProgramSearch: Sendable {
    private let path: String?
    private let folder: String?

    /// - Parameters:
    ///   - path: The folders in which names are looked up, separated by colons; nil for those of `$PATH`.
    ///   - folder: The folder to which relative paths are relative, those in `path` too; nil for the current one.
    public init(path: String? = nil, folder: String? = nil) {
        self.path = path
        self.folder = folder
    }

    /// Returns whether there is a program with this name, or with this path if there is a `/` in it.
    public func finds(_ name: String) -> Bool {
        guard !name.utf8.contains(UInt8(ascii: "/")) else { return isProgram(name) }
        let path = path ?? ThisProcess.environment("PATH") ?? ""
        return path.split(separator: ":").contains { isProgram("\($0)/\(name)") }
    }

    private func isProgram(_ path: String) -> Bool {
        let place = path.utf8.first == UInt8(ascii: "/") ? path : folder.map { "\($0)/\(path)" } ?? path
        guard let status = try? FileStatus(of: place) else { return false }
        return status.kind == .file && status.isExecutable
    }
}
