internal import CSQLite

/// The system's libsqlite3, which is loaded on first use.
public enum SQLiteLibrary {
    /// Why there is no usable library, and what would help; nil if there is one.
    public static var fault: String? {
        guard csqlite_load() == 0 else { return nil }
        guard let reason = csqlite_load_error().map({ String(cString: $0) }) else {
            return "libsqlite3 is not one that several threads can use"
        }
        guard !reason.utf8.suffix(25).elementsEqual("No such file or directory".utf8) else {
            return "libsqlite3 is not installed (on Debian: libsqlite3-0)"
        }
        return "libsqlite3 cannot be loaded (on Debian: libsqlite3-0): \(reason)"
    }
}
