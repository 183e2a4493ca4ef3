import JSON

/// Lines for a shell instead of messages: tab-separated columns, the first of which says what the line is.
///
///     loading    SESSION  GENERATION  STATUS  PENDING  LOADING  STALLED
///     items      SESSION  GENERATION  FROM  ROWS  MORE  TOTAL  QUERY  FAILED  then ROWS lines:
///     item       FIELD…
///     error      SESSION  GENERATION  SCOPE  KIND  MESSAGE
///     detail     ID  LINES  TITLE                                             then LINES lines:
///     text       LINE
///     performed  ID  CHANGED  MESSAGE
///     answer     ID  OUTCOME  GENERATION  SHORTBY
///     failed     ID  CODE  MESSAGE
///
/// ID is that of the request, as JSON. A missing value is `-`, since shells take two tabs for one; only in `item` and
/// `text` lines is it empty. Anything else in a message is left out. An unprintable character becomes U+FFFD, or an
/// escape in JSON: nothing within a column ends a line, controls the terminal or misleads the reader.
public struct RowFormat: Sendable {
    private let columns: [ItemColumn]

    /// Creates a format in which an item has these columns, whose names are separated by commas.
    ///
    /// - Throws: The first name that is not a column.
    public init(_ names: String) throws(ItemColumn.Unknown) {
        var columns: [ItemColumn] = []
        for name in names.split(separator: ",", omittingEmptySubsequences: false) {
            columns.append(try ItemColumn(String(name)))
        }
        self.columns = columns
    }

    /// Returns the lines for a message of the engine, or for a batch of them.
    func lines(of message: [UInt8]) -> [UInt8] {
        guard let document = try? JSONDocument(message) else { return [] }
        var lines = Lines(document)
        let root = document.root
        if document.kind(root) == .array {
            for element in document.elements(of: root) { write(element, to: &lines) }
        } else {
            write(root, to: &lines)
        }
        return lines.bytes
    }

    private func write(_ message: JSONDocument.Node, to lines: inout Lines) {
        let document = lines.document
        if let method = document.member("method", of: message), let params = document.member("params", of: message) {
            switch document.string(method) {
            case "loading": loading(params, document.member("session", of: params), to: &lines)
            case "items": items(params, document.member("session", of: params), to: &lines)
            case "error": error(params, params, to: &lines)
            case "detail": detail(params, nil, to: &lines)
            default: break
            }
        } else if let result = document.member("result", of: message) {
            answer(result, document.member("id", of: message), to: &lines)
        } else if let error = document.member("error", of: message) {
            lines.line("failed") {
                $0.json(document.member("id", of: message))
                $0.members("code", "message", of: error)
            }
        }
    }

    /// Writes the result of a call: a detail, what was done with an item if it says so, a snapshot, or an outcome.
    private func answer(_ result: JSONDocument.Node, _ id: JSONDocument.Node?, to lines: inout Lines) {
        let document = lines.document
        if document.member("text", of: result) != nil { return detail(result, id, to: &lines) }
        if ["message", "changed"].contains(where: { document.member($0, of: result) != nil }) {
            return lines.line("performed") {
                $0.json(id)
                $0.members("changed", "message", of: result)
            }
        }
        lines.line("answer") {
            $0.json(id)
            $0.members("outcome", "generation", "shortBy", of: result)
        }
        guard document.member("items", of: result) != nil else { return }
        loading(result, nil, to: &lines)
        items(result, nil, to: &lines)
        let failure = document.member("error", of: result)
        if let failure { error(failure, result, to: &lines) }
        // If no list has failed, the error of a detail is in both places.
        if failure.flatMap({ document.member("scope", of: $0) }).flatMap(document.string) != "detail",
            let failure = document.member("detailError", of: result)
        {
            error(failure, result, to: &lines)
        }
    }

    private func loading(_ state: JSONDocument.Node, _ session: JSONDocument.Node?, to lines: inout Lines) {
        lines.line("loading") {
            $0.text(session)
            $0.members("generation", "status", "pending", "loading", "stalled", of: state)
        }
    }

    private func items(_ list: JSONDocument.Node, _ session: JSONDocument.Node?, to lines: inout Lines) {
        let document = lines.document
        guard let items = document.member("items", of: list) else { return }
        lines.line("items") {
            $0.text(session)
            $0.members("generation", of: list)
            // A snapshot starts at 0.
            $0.column(document.member("from", of: list).flatMap(document.integer) ?? 0)
            $0.column(document.count(items))
            $0.members("more", "total", "query", of: list)
            // Of several sources, those that have failed.
            let failures = document.member("failed", of: list).map { Array(document.elements(of: $0)) } ?? []
            let names = failures.compactMap { document.member("source", of: $0).flatMap(document.string) }
            $0.column(names.joined(separator: ", ").utf8)
        }
        for item in document.elements(of: items) {
            lines.line("item") { line in
                for column in columns { column.write(item, to: &line) }
            }
        }
    }

    private func error(_ error: JSONDocument.Node, _ list: JSONDocument.Node, to lines: inout Lines) {
        lines.line("error") {
            $0.members("session", "generation", of: list)
            $0.members("scope", "kind", "message", of: error)
        }
    }

    private func detail(_ detail: JSONDocument.Node, _ id: JSONDocument.Node?, to lines: inout Lines) {
        let document = lines.document
        let text = document.member("text", of: detail).flatMap(document.string) ?? ""
        let parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines.line("detail") {
            $0.json(id)
            $0.column(parts.count)
            $0.members("title", of: detail)
        }
        for part in parts { lines.line("text") { $0.column(part, orNothing: true) } }
    }
}
