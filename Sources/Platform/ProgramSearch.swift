/// Looks for programs in the same way as starting one does.
public enum ProgramSearch {
    /// Returns whether there is a program with this name.
    ///
    /// - Parameters:
    ///   - name: Its name, or its path if there is a `/` in it.
    ///   - path: The folders in which names are looked up, separated by colons; nil for those of `$PATH`.
    public static func finds(_ name: String, path: String? = nil) -> Bool {
        guard !name.utf8.contains(UInt8(ascii: "/")) else { return isProgram(name) }
        let path = path ?? ThisProcess.environment("PATH") ?? ""
        return path.split(separator: ":").contains { isProgram("\($0)/\(name)") }
    }

    private static func isProgram(_ path: String) -> Bool {
        guard let status = try? FileStatus(of: path) else { return false }
        return status.kind == .file && status.isExecutable
    }
}
