internal import CSQLite
import Platform

/// A database in a file, which is read and never changed: by SELECTs, one at a time, each on a connection of its own.
///
/// A connection costs a fraction of a millisecond. One that was kept would keep others out: from writing a log anew, or
/// from having the database for themselves.
public struct Database: Sendable {
    /// The file.
    public let path: String

    /// Whether it is read without regard to others who may be writing to it.
    public let isImmutable: Bool

    /// How long a SELECT may take.
    public let timeLimit: Duration

    /// The database at `path`, if there is one: nothing is opened yet.
    public init(path: String, isImmutable: Bool = false, timeLimit: Duration = .seconds(5)) {
        self.path = path
        self.isImmutable = isImmutable
        self.timeLimit = timeLimit
    }

    /// A value for a parameter.
    public enum Parameter: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A whole number.
        case integer(Int)
    }

    /// What `body` makes of the rows that `select` finds.
    ///
    /// - Parameters:
    ///   - parameters: Values by their names, which begin with a colon. Those that the statement does not have are
    ///     passed over.
    ///   - isCancelled: Is looked at all the time; once it is true, this fails soon.
    public func read<Answer>(
        _ select: String, _ parameters: [(name: String, value: Parameter)], isCancelled: () -> Bool,
        _ body: (inout Rows) throws(SQLiteError) -> Answer
    ) throws(SQLiteError) -> Answer {
        if let fault = SQLiteLibrary.fault { throw SQLiteError(code: .noLibrary, message: fault) }
        try checkFile()
        // The place of this is in the binary, which is to be the same wherever it was built.
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

    /// Anything but a file is not opened: a pipe would be waited for.
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
        default: throw SQLiteError(code: .unreadable, message: "\(path): is no file")
        }
    }

    private func connection(_ watch: Watch) throws(SQLiteError) -> Connection {
        if isImmutable { return try Connection(to: path, .immutable, watch) }
        let connection = try Connection(to: path, .sharing, watch)
        guard connection.keepsLog else { return connection }
        // SQLite would make a log and its index beside a database that nobody has open, and leave both there.
        let (log, hasIndex) = (size(of: connection.file + "-wal"), size(of: connection.file + "-shm") != nil)
        if hasIndex, log != nil { return connection }
        return try Connection(to: path, log ?? 0 > 0 ? .indexing : .immutable, watch)
    }

    /// How many bytes a file has; nil if it is not there.
    private func size(of path: String) -> Int? {
        do throws(SystemError) { return try FileStatus(of: path).size } catch { return nil }
    }
}
