import SQLite
import SearchSource

/// A user's own database: a SELECT finds rows, whose columns are the members of items.
///
/// Each page is read on a worker, by a connection that is opened for it and closed afterwards. One row more is
/// requested than the page shows, to learn whether there is another page: a short page is the end only if the SELECT
/// itself has ended.
struct SQLiteSource: Source {
    let info: SourceInfo
    private let database: Database
    private let select: SelectText
    private let detailSelect: SelectText?

    init(_ info: SourceInfo, _ database: Database, select: SelectText, detail: SelectText?) {
        self.info = info
        self.database = database
        self.select = select
        detailSelect = detail
    }

    // MARK: A page

    func page(_ request: PageRequest) -> Work<Page> {
        let phrase = MatchPhrase(request.query).text
        // FTS5 rejects an expression without words.
        if phrase == nil, select.has(":match") { return .known(.success(Page(items: [], total: 0))) }
        let offset = request.offset
        // If the SELECT has no `:offset`, the rows before the page are skipped.
        let passed = select.has(":offset") ? 0 : offset
        let (limit, isOver) = request.pageSize.addingReportingOverflow(passed + 1)
        let parameters: [(name: String, value: Database.Parameter)] = [
            (":query", .text(request.query)), (":match", .text(phrase ?? "")), (":offset", .integer(offset)),
            (":limit", .integer(isOver ? .max : limit)), (":begin", .text(String(MarkedText.begin))),
            (":end", .text(String(MarkedText.end))),
        ]
        return reading(select) { (isCancelled) throws(SQLiteError) in
            try database.read(select.text, parameters, isCancelled: isCancelled) { (rows) throws(SQLiteError) in
                try rows.skip(passed)
                return try page(&rows, from: offset, size: request.pageSize)
            }
        }
    }

    /// The size of text at which a page takes no further row: 8 MiB. A row may have a hundred long columns.
    private static let mostBytes = 8 << 20

    private func page(
        _ rows: inout Rows, from offset: Int, size: Int
    ) throws(SQLiteError) -> Result<Page, SourceError> {
        let layout = Row.Layout(rows.columns, members: Row.Member.ofItems)
        guard layout.has(.id) else {
            let names = rows.columns.joined(separator: ", ")
            return .failure(SourceError(.config, "\(info.name).select: has no column `id`; it has \(names)"))
        }
        var items: [Item] = []
        var bytes = 0
        while try rows.next() {
            let end = offset + items.count
            if items.count == size || bytes >= Self.mostBytes {
                return .success(Page(items: items, next: Cursor(String(end))))
            }
            guard let item = Self.item(Row(rows, layout)) else {
                let message = "row \(end + 1) has no `id`, which must be a number or a text"
                return .failure(SourceError(.decode, "\(info.name).select: \(message)"))
            }
            items.append(item)
            bytes += item.textSize
        }
        return .success(Page(items: items, total: offset + items.count))
    }

    private static func item(_ row: Row) -> Item? {
        guard let id = row.id else { return nil }
        return Item(
            id: id, title: row.text(.title) ?? id, snippet: row.text(.snippet).flatMap(MarkedText.snippet),
            url: row.whole(.url), image: row.whole(.image), insert: row.insert,
            kind: row.whole(.kind).map(ItemKind.init), location: row.location, fields: row.fields)
    }

    // MARK: A detail

    func detail(_ request: DetailRequest) -> Work<Detail> {
        guard let detailSelect else {
            let reason = "only items in the list have a detail, since `\(info.name).detail` is not set"
            return .known(request.detail(of: request.item, orElse: "there is no \"\(request.id)\": \(reason)"))
        }
        return reading(detailSelect) { (isCancelled) throws(SQLiteError) in
            for id in Self.values(of: request.id) {
                let detail = try database.read(detailSelect.text, [(":id", id)], isCancelled: isCancelled) {
                    (rows) throws(SQLiteError) -> Detail? in
                    let layout = Row.Layout(rows.columns, members: Row.Member.ofDetails)
                    return try rows.next() ? Self.detail(Row(rows, layout), request) : nil
                }
                if let detail { return .success(detail) }
            }
            return .failure(.noSuchItem("\(info.title) has no item with the id \"\(request.id)\""))
        }
    }

    /// Returns the values that an id may stand for: in a column without a type, a number differs from its digits.
    private static func values(of id: String) -> [Database.Parameter] {
        if let number = Int(id), String(number) == id { return [.text(id), .integer(number)] }
        // SQLite writes a floating-point number with a point, and with up to 15 digits.
        if id.utf8.contains(UInt8(ascii: ".")), let number = Double(id), number.isFinite {
            return [.text(id), .real(number)]
        }
        return [.text(id)]
    }

    private static func detail(_ row: Row, _ request: DetailRequest) -> Detail {
        Detail(
            id: request.id, title: row.text(.title) ?? request.item?.title ?? request.id, text: row.text(.text) ?? "",
            format: row.whole(.format).map(TextFormat.init), language: row.whole(.language), location: row.location,
            url: row.whole(.url), image: row.whole(.image), fields: row.fields)
    }

    // MARK: Failures

    /// Runs a SELECT on a worker, and reports its failures as those of this source.
    private func reading<Answer>(
        _ select: SelectText,
        _ read: @escaping @Sendable (_ isCancelled: () -> Bool) throws(SQLiteError) -> Result<Answer, SourceError>
    ) -> Work<Answer> {
        .local { isCancelled in
            do throws(SQLiteError) {
                return try read(isCancelled)
            } catch {
                return .failure(failure(error, in: select))
            }
        }
    }

    private func failure(_ error: SQLiteError, in select: SelectText) -> SourceError {
        switch error.code {
        case .noLibrary: SourceError(.config, error.message)
        case .missing, .unreadable: SourceError(.config, error.message, isRetryable: true)
        case .wrongStatement: SourceError(.config, "\(info.name).\(select.setting): \(error.message)")
        case .timedOut: SourceError(.timeout, error.message, isRetryable: true)
        case .cancelled: SourceError(.internal, error.message)
        case .locked, .failed: SourceError(.source, error.message, isRetryable: true)
        // A file that is read without locks may be intact a moment later.
        case .damaged: SourceError(.source, error.message, isRetryable: database.isImmutable)
        case .notADatabase, .tooLarge: SourceError(.source, error.message)
        }
    }
}
