internal import CSQLite
import Platform

/// A database file that is read and never changed: by SELECTs, one at a time, each on its own connection.
///
/// A connection costs a fraction of a millisecond. One that was kept open would keep others from restarting the log, or
/// from having the database to themselves.
public struct Database: Sendable {
    /// The path of the file.
    public let path: String

    /// Whether it is read without regard to programs that may be writing to it.
    public let isImmutable: Bool

    /// How long a SELECT may take.
    public let timeLimit: Duration

    /// Creates a reference to the database at `path`, if there is one: nothing is opened yet.
    public init(path: String, isImmutable: Bool = false, timeLimit: Duration = .seconds(5)) {
        self.path = path
        self.isImmutable = isImmutable
        self.timeLimit = timeLimit
    }

    /// A value for a parameter.
    public enum Parameter: Hashable, Sendable {
        /// Text.
        case text(String)
        /// A whole number.
        case integer(Int)
        /// A floating-point number.
        case real(Double)
    }

    /// Returns what `body` makes of the rows of `select`.
    ///
    /// - Parameters:
    ///   - parameters: Values by their names, which begin with a colon. Those that the statement does not have are
    ///     ignored.
    ///   - isCancelled: Called all the time; once it returns true, this fails soon.
    public func read<Answer>(
        _ select: String, _ parameters: [(name: String, value: Parameter)], isCancelled: () -> Bool,
        _ body: (inout Rows) throws(SQLiteError) -> Answer
    ) throws(SQLiteError) -> Answer {
        if let fault = SQLiteLibrary.fault { throw SQLiteError(code: .noLibrary, message: fault) }
        try checkFile()
        // This location ends up in the binary, which must be the same wherever it is built.
        #sourceLocation(file:"database",line:1)
        let result = withoutActuallyEscaping(isCancelled) { isCancelled in
            Result { () throws(SQLiteError) in
                let watch = Watch(limit: timeLimit, isCancelled: isCancelled)
                let statement = try Statement(select, on: connection(watch))
                for (name, value) in parameters { try statement.bind(name, value) }
                var rows = Rows(of: statement)
                return try body(&rows)
            }
        }
        #sourceLocation()
        return try result.get()
    }

    /// Throws unless `path` is a file: opening a pipe would block.
    private func checkFile() throws(SQLiteError) {
        let status: FileStatus
        do {
            status = try FileStatus(of: path)
        } catch {
            throw SQLiteError(code: error.isMissing ? .missing : .unreadable, message: "\(path): \(error)")
        }
        switch status.kind {
        case .file: return
        case .folder: throw SQLiteError(code: .unreadable, message: "\(path): is a folder, not a database")
        default: throw SQLiteError(code: .unreadable, message: "\(path): is not a file")
        }
    }

    private func connection(_ watch: Watch) throws(SQLiteError) -> Connection {
        if isImmutable { return try Connection(to: path, .immutable, watch) }
        let connection = try Connection(to: path, .sharing, watch)
        guard connection.keepsLog else { return connection }
        // SQLite would create a log and its index next to a database that nobody has open, and leave both there.
        let (log, hasIndex) = (size(of: connection.file + "-wal"), size(of: connection.file + "-shm") != nil)
        if hasIndex, log != nil { return connection }
        return try Connection(to: path, log ?? 0 > 0 ? .indexing : .immutable, watch)
    }

    /// Returns the size of a file in bytes; nil if there is no such file.
    private func size(of path: String) -> Int? {
        do throws(SystemError) { return try FileStatus(of: path).size } catch { return nil }
    }
}
