internal import CSQLite

/// The rows of a SELECT, one after the other.
public struct Rows: ~Copyable {
    /// The names of the columns, in order.
    public let columns: [String]

    private let statement: Statement
    /// Whether the last row has been passed, after which SQLite would start over.
    private var isOver = false
    private var pointer: OpaquePointer { statement.pointer }

    init(of statement: Statement) {
        self.statement = statement
        columns = statement.columns
    }

    /// Advances to the next row, or to the first one. Returns whether there is one.
    public mutating func next() throws(SQLiteError) -> Bool {
        if isOver { return false }
        let code = Int(csqlite_step(pointer))
        isOver = code != CSQLITE_ROW
        if code == CSQLITE_ROW { return true }
        if code == CSQLITE_DONE { return false }
        throw statement.connection.error(code)
    }

    /// Skips `count` rows, or all that are left.
    public mutating func skip(_ count: Int) throws(SQLiteError) {
        var left = count
        while left > 0, try next() { left -= 1 }
    }

    /// The value of a column.
    public enum Value: Hashable, Sendable {
        /// Nothing.
        case null
        /// A whole number.
        case integer(Int64)
        /// Text, or a floating-point number as SQLite formats it; only the beginning if it is longer than requested.
        case text(String, isWhole: Bool)
        /// Bytes that are not text.
        case blob
    }

    /// Returns the value of the column with this number. Text is cut off after `limit` bytes, and invalid UTF-8 becomes
    /// U+FFFD.
    public func value(_ column: Int, atMost limit: Int) -> Value {
        let column = Int32(clamping: column)
        switch Int(csqlite_column_kind(pointer, column)) {
        case CSQLITE_INTEGER: return .integer(csqlite_column_integer(pointer, column))
        case CSQLITE_BLOB: return .blob
        case CSQLITE_NULL: return .null
        default:
            var length: Int32 = 0
            guard let bytes = csqlite_column_text(pointer, column, &length) else { return .null }
            let text = UnsafeBufferPointer(start: bytes, count: Int(length))
            guard text.count > limit else { return .text(String(decoding: text, as: UTF8.self), isWhole: true) }
            var end = limit
            // Back to the beginning of a scalar.
            while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
            return .text(String(decoding: text[..<end], as: UTF8.self), isWhole: false)
        }
    }
}
