/// Why a database cannot be read.
public struct SQLiteError: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public enum Code: Hashable, Sendable {
        /// There is no libsqlite3.
        case noLibrary
        /// Nothing is at the path.
        case missing
        /// The path leads to what is no file, or to one that may not be read.
        case unreadable
        /// Another program keeps it for itself.
        case locked
        /// It is no SQLite database, or an encrypted one.
        case notADatabase
        /// Its pages contradict each other.
        case damaged
        /// The statement is not one that this database can run.
        case wrongStatement
        /// Who asked does not want it any more.
        case cancelled
        /// It took too long.
        case timedOut
        /// It would take too much memory.
        case tooLarge
        /// Anything else that SQLite says.
        case failed
    }

    /// What kind of failure it is.
    public let code: Code

    /// Which file, what is wrong with it, and what would be right.
    public let message: String
}
