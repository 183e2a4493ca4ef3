/// Why a database cannot be read.
public struct SQLiteError: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Code: Hashable, Sendable {
        /// There is no libsqlite3.
        case noLibrary
        /// There is nothing at the path.
        case missing
        /// The path leads to something other than a file, or to a file that cannot be read.
        case unreadable
        /// Another program has locked it.
        case locked
        /// It is not an SQLite database, or an encrypted one.
        case notADatabase
        /// Its pages contradict each other.
        case damaged
        /// The statement is not one that this database can run.
        case wrongStatement
        /// The caller does not want the result any more.
        case cancelled
        /// It took too long.
        case timedOut
        /// It would take too much memory.
        case tooLarge
        /// Anything else that SQLite says.
        case failed
    }

    /// The kind of failure.
    public let code: Code

    /// Which file, what is wrong with it, and what would be right.
    public let message: String
}
