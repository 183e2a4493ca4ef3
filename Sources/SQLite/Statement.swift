internal import CSQLite

/// One SELECT on an open database. It holds the connection, and is finalized before that is closed.
final class Statement {
    let pointer: OpaquePointer
    let connection: Connection

    init(_ select: String, on connection: Connection) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let code = Int(csqlite_prepare(connection.database, select, Int32(clamping: select.utf8.count), &prepared))
        if code != CSQLITE_OK { throw connection.error(code, preparing: true) }
        guard let prepared else { throw connection.error(.wrongStatement, "there is no statement") }
        pointer = prepared
        self.connection = connection
        guard csqlite_is_readonly(pointer) != 0 else {
            throw connection.error(.wrongStatement, "it would write, which a search may not")
        }
    }

    deinit { csqlite_finalize(pointer) }

    /// The names of the columns, in order.
    var columns: [String] {
        (0..<csqlite_column_count(pointer)).map {
            csqlite_column_name(pointer, $0).map { String(cString: $0) } ?? ""
        }
    }

    /// Binds a value to a parameter, if the statement has it.
    func bind(_ name: String, _ value: Database.Parameter) throws(SQLiteError) {
        let parameter = csqlite_parameter(pointer, name)
        guard parameter > 0 else { return }
        let code =
            switch value {
            case .integer(let number): csqlite_bind_integer(pointer, parameter, Int64(number))
            case .real(let number): csqlite_bind_real(pointer, parameter, number)
            case .text(let text):
                text.withCString { csqlite_bind_text(pointer, parameter, $0, Int32(clamping: text.utf8.count)) }
            }
        if Int(code) != CSQLITE_OK { throw connection.error(Int(code)) }
    }
}
