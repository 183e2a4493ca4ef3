/// What the lines of a file are.
enum LineFormat: String, CaseIterable, Sendable {
    /// As the file name extension says; text if it says nothing.
    case auto
    /// Each line is an item.
    case text
    /// Each line is a JSON object.
    case jsonl
    /// Comma-separated values, with their names in the first line.
    case csv
    /// The same with tabs.
    case tsv

    /// Returns the format of the file at `path`; never `auto`.
    func of(path: String) -> LineFormat {
        guard self == .auto else { return self }
        return switch path.fileExtension?.lowercased() {
        case "jsonl", "ndjson": .jsonl
        case "csv": .csv
        case "tsv": .tsv
        default: .text
        }
    }

    /// Whether the file has records: lines, or groups of lines, that have parts with names.
    var hasRecords: Bool { self != .text }

    /// How many bytes of a line are kept.
    var longestLine: Int { hasRecords ? LineReader.longestRecord : LineContents.longestLine }
}

extension String {
    /// What follows the last dot of the name at the end of this path; nil if the name has no dot.
    var fileExtension: Substring? {
        guard let name = split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
        return name[name.index(after: dot)...]
    }
}
