internal import CPlatform

/// Folders by their paths.
public enum Folder {
    /// The names in the folder at `path`, without `.` and `..`, in the order of their bytes. Names that are no UTF-8 are
    /// left out: no path leads to them.
    ///
    /// - Parameter most: How many are read at most. Which ones, if there are more, the file system decides.
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
