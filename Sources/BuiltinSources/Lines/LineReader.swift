import JSON
import SearchSource

/// Turns the lines of one file into items as they come, and reports what is wrong with one.
///
///     text:      each line is an item
///     jsonl:     each line is a record
///     csv, tsv:  the first record names the columns; a record may continue on the next line
struct LineReader: Sendable {
    private let path: String
    private let format: LineFormat
    private let members: RecordMembers
    /// The number of the file.
    private let file: Int

    /// The values of the current record, its bytes, and the line in which it begins.
    private var values: SeparatedValues
    private var record: [UInt8] = []
    private var firstLine = 1

    /// The maximum size of a record, in bytes: 1 MiB.
    static let longestRecord = 1 << 20
    private static let mostColumns = 1000

    /// Creates a reader for the file with this number.
    init(path: String, format: LineFormat, members: RecordMembers, file: Int) {
        self.path = path
        self.format = format
        self.members = members
        self.file = file
        values = SeparatedValues(format)
    }

    /// Whether a record has begun but not ended.
    var hasRest: Bool { values.isOpen }

    mutating func take(_ line: LineSplitter.Line, into contents: inout LineContents) throws(SourceError) {
        guard format.hasRecords else { return try contents.append(line, of: file) }
        guard !line.isCut else { throw tooLong(line.number) }
        if line.bytes.allSatisfy({ $0 <= 0x20 }), !hasRest { return }
        if format == .jsonl {
            try take(json: line, into: &contents)
        } else {
            try take(row: line, into: &contents)
        }
    }

    /// Takes a last line that no line feed ends. If it is an incomplete JSON object, it may still be being written, so
    /// it is left out until the rest has come.
    mutating func take(last line: LineSplitter.Line, into contents: inout LineContents) throws(SourceError) {
        if format == .jsonl, Self.isBeginning(line.bytes) { return }
        try take(line, into: &contents)
    }

    /// Whether these bytes are incomplete JSON.
    private static func isBeginning(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        do throws(JSONError) {
            _ = try LineRecord(json: bytes)
            return false
        } catch {
            // A character may have been cut in two.
            return error.code == .unexpectedEnd || (error.code == .invalidUTF8 && error.offset + 4 > bytes.count)
        }
    }

    /// Throws if the last record has not ended.
    func finish() throws(SourceError) {
        if hasRest { throw wrong(firstLine, "a quote that is never closed") }
    }

    // MARK: JSON

    private func take(json line: LineSplitter.Line, into contents: inout LineContents) throws(SourceError) {
        let record: LineRecord?
        do throws(JSONError) {
            record = try LineRecord(json: line.bytes)
        } catch {
            throw wrong(line.number, "not JSON: \(error)")
        }
        guard let record else { throw wrong(line.number, "JSON, but not an object") }
        guard let title = members.title(of: record) else {
            let name = members.name(of: .title)
            throw wrong(line.number, "no string `\(name)`; the source's setting `title` says which member the title is")
        }
        try contents.append(title, key: members.key(of: record), line.bytes, number: line.number, of: file)
    }

    // MARK: Tables

    private mutating func take(row line: LineSplitter.Line, into contents: inout LineContents) throws(SourceError) {
        if hasRest { record.append(0x0A) } else { firstLine = line.number }
        record.append(contentsOf: line.bytes)
        guard record.count <= Self.longestRecord else { throw tooLong(firstLine) }
        let row: [String]?
        do throws(SeparatedValues.Fault) {
            row = try values.take(line.bytes)
        } catch {
            throw wrong(line.number, "something between a closing quote and the next separator")
        }
        guard let row else { return }
        defer { record.removeAll(keepingCapacity: true) }
        if let columns = contents.columns[file] {
            try take(row, columns, into: &contents)
        } else {
            contents.columns[file] = try header(row)
        }
    }

    private func take(_ row: [String], _ columns: [String], into contents: inout LineContents) throws(SourceError) {
        guard row.count == columns.count else {
            let (values, names) = (row.count == 1 ? "value" : "values", columns.count == 1 ? "column" : "columns")
            throw wrong(firstLine, "\(row.count) \(values), but the first line names \(columns.count) \(names)")
        }
        let found = LineRecord(row, columns: columns)
        guard let title = members.title(of: found) ?? found.firstText?.onOneLine else { return }
        try record.withUnsafeBufferPointer { (bytes) throws(SourceError) in
            try contents.append(title, key: members.key(of: found), bytes, number: firstLine, of: file)
        }
    }

    /// Returns the columns that the first record names.
    private func header(_ names: [String]) throws(SourceError) -> [String] {
        guard names.count <= Self.mostColumns else {
            throw wrong(firstLine, "\(names.count) columns; at most \(Self.mostColumns) are allowed")
        }
        if names.contains(where: { $0.utf8.contains(0x0D) }) {
            throw wrong(firstLine, "a carriage return in the name of a column; lines must end with LF or CRLF")
        }
        for name in members.names.values.sorted() where !names.contains(where: { $0.hasSameBytes(as: name) }) {
            throw wrong(firstLine, "no column `\(name)`; there are \(names.joined(separator: ", "))")
        }
        return names
    }

    private func tooLong(_ line: Int) -> SourceError {
        wrong(line, "a record of more than \(Self.longestRecord >> 20) MiB, or a quote that is never closed")
    }

    private func wrong(_ line: Int, _ found: String) -> SourceError {
        .unreadable(path, line: line, found)
    }
}
