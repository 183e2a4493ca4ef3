internal import CPlatform

/// Folders by their paths.
public enum Folder {
    /// Returns the names in the folder at `path`, without `.` and `..`, in the order of their bytes. Names that are not
    /// UTF-8 are left out: no path leads to them.
    ///
    /// - Parameter most: The maximum number of names. If there are more, the file system decides which ones are read.
    public static func names(in path: String, atMost most: Int) throws(SystemError) -> [String] {
        var error: Int32 = 0
        guard let folder = cplatform_open_folder(path, &error) else { throw SystemError(answer: Int(error)) }
        defer { cplatform_close_folder(folder) }
        var names: [String] = []
        while names.count < most, let name = cplatform_next_name(folder) {
            guard let name = String(validatingCString: name), name != ".", name != ".." else { continue }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
