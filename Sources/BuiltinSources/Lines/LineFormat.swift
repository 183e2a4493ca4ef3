/// What the lines of a file are.
enum LineFormat: String, CaseIterable, Sendable {
    /// What the end of the file's name says; text if it says nothing.
    case auto
    /// A line is an item.
    case text
    /// A line is a JSON object.
    case jsonl
    /// Values with commas between them, of which the first line says the names.
    case csv
    /// The same with tabs.
    case tsv

    /// The format of the file at `path`; never `auto`.
    func of(path: String) -> LineFormat {
        guard self == .auto else { return self }
        return switch path.split(separator: ".").last?.lowercased() {
        case "jsonl", "ndjson": .jsonl
        case "csv": .csv
        case "tsv": .tsv
        default: .text
        }
    }

    /// Whether a line, or several, have parts with names.
    var hasRecords: Bool { self != .text }

    /// The most bytes of a line that are kept.
    var longestLine: Int { hasRecords ? LineReader.longestRecord : LineContents.longestLine }
}
