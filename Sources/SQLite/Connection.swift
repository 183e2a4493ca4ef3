import Bytes
internal import CSQLite
import Time

/// A read-only database connection. It serves one statement and is closed afterwards.
final class Connection {
    /// How a file is opened.
    enum Mode: String {
        /// With the locks and the log that other programs keep, none of which is changed.
        case sharing = "readonly_shm=1"
        /// With a log that a program has left behind and none has open: its index is created next to it.
        case indexing = "readonly_shm=0"
        /// As if nothing could change it.
        case immutable = "immutable=1"
    }

    /// The maximum size of a value while it is processed, in bytes: 16 MiB.
    static let longestValue = 16 << 20
    /// How many more bytes the library may allocate in a step that cannot be interrupted: 320 MiB, more than an
    /// interruptible statement may use. Whatever size a damaged index claims is allocated at once.
    private static let mostAtOnce = Watch.mostMemory + (64 << 20)
    /// How long to wait for another program's lock, in milliseconds: longer than a small write holds it.
    private static let patience = 250

    /// How messages begin about faults of a statement that do not depend on the data but only show when it runs.
    private static let ofStatements = ["unable to use function ", "not authorized"]

    let database: OpaquePointer
    private let path: String
    private let watch: Watch

    init(to path: String, _ mode: Mode, _ watch: Watch) throws(SQLiteError) {
        var database: OpaquePointer?
        let code = Int(
            csqlite_open(
                Self.uri(path, mode), Int32(Self.longestValue), Self.mostAtOnce, Int32(Self.patience), &database))
        guard let database else {
            throw SQLiteError(code: .tooLarge, message: "\(path): there is not enough memory to open it")
        }
        self.database = database
        self.path = path
        self.watch = watch
        if code != CSQLITE_OK { throw error(code) }
        watch.begin(on: database)
    }

    deinit { csqlite_close(database) }

    /// Whether writes go to a log first (WAL). Must be queried before any data is read.
    var keepsLog: Bool { csqlite_keeps_log(database) != 0 }

    /// The path of the file itself, next to which its log is kept: for a link, that of its target.
    var file: String { csqlite_path(database).map { String(cString: $0) } ?? path }

    /// Returns the path as an SQLite URI: with an empty authority, or beginning with `./`, as no special name does.
    private static func uri(_ path: String, _ mode: Mode) -> String {
        var uri = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:./"
        for byte in path.utf8 {
            if byte.isLetterOrDigit || "/.-_".utf8.contains(byte) {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                uri += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return "\(uri)?mode=ro&\(mode.rawValue)"
    }

    /// Returns the error for `code`, the result of a call that failed.
    func error(_ code: Int, preparing: Bool = false) -> SQLiteError {
        let words = String(cString: csqlite_error(database))
        switch code & 0xFF {
        case CSQLITE_BUSY, CSQLITE_LOCKED:
            return error(.locked, "the database is locked: another program is writing to it, or keeps it locked")
        case CSQLITE_NOTADB: return error(.notADatabase, "is not an SQLite database, or is encrypted")
        case CSQLITE_CORRUPT: return error(.damaged, "the database is damaged: \(words)")
        case CSQLITE_CANTOPEN:
            let reason = csqlite_system_error(database).map { String(cString: $0) }
            let code: SQLiteError.Code = csqlite_is_shortage(database) != 0 ? .failed : .unreadable
            return error(code, "cannot be opened: \(reason ?? words)")
        case CSQLITE_READONLY:
            return error(.failed, "a program has not finished writing: open the database with that program once")
        case CSQLITE_NOMEM: return error(.tooLarge, "there is not enough memory to read it")
        case CSQLITE_TOOBIG:
            let most = Self.longestValue >> 20
            return error(.tooLarge, "a value has more than \(most) MiB; the SELECT must not read it")
        case CSQLITE_INTERRUPT: return interruption
        case CSQLITE_ERROR where preparing || Self.ofStatements.contains(where: words.hasPrefix):
            return error(.wrongStatement, words)
        default: return error(.failed, words)
        }
    }

    private var interruption: SQLiteError {
        switch watch.reason {
        case .timedOut:
            error(.timedOut, "the SELECT took longer than \(watch.limit.wholeMilliseconds) ms and was stopped")
        case .tooLarge:
            error(.tooLarge, "the SELECT took more than \(Watch.mostMemory >> 20) MiB and was stopped")
        default: error(.cancelled, "the search was cancelled")
        }
    }

    func error(_ code: SQLiteError.Code, _ message: String) -> SQLiteError {
        SQLiteError(code: code, message: "\(path): \(message)")
    }
}
