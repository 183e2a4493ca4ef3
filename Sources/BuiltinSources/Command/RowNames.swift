import SearchSource

/// The names in braces that a row has values for, and that `item` of a description may use.
enum RowNames: Sendable {
    /// The members of a JSON object, which may have any name.
    case members
    /// The parts into which a pattern divides a row.
    case parts([String])
    /// The numbers of the columns, and the parts of the location that a row names.
    case columns(LinePattern)

    /// Creates the names for rows of this format, as `place` and `pattern` divide them.
    init(_ format: RowReader.Format, _ place: LinePattern, _ pattern: RowPattern?) {
        self = format == .jsonl ? .members : pattern.map { .parts($0.names) } ?? .columns(place)
    }

    /// Whether a row may have a value for `name`.
    func has(_ name: String) -> Bool {
        switch self {
        case .members: true
        case .parts(let names): names.contains { $0.hasSameBytes(as: name) }
        case .columns(let place):
            Int(name).map { $0 >= 0 } ?? Self.names(of: place).contains { $0.hasSameBytes(as: name) }
        }
    }

    /// The names, in words.
    var words: String {
        switch self {
        case .members: "those of the object's members"
        case .parts(let names): "those of `pattern`: " + Self.braced(names)
        case .columns(let place):
            (["{0}, which is all of it, and {1}, {2} and so on between tabs"] + [Self.braced(Self.names(of: place))])
                .filter { !$0.isEmpty }.joined(separator: "; ")
        }
    }

    private static func names(of place: LinePattern) -> [String] {
        switch place {
        case .text: []
        case .pathLine: ["path", "line", "text"]
        case .pathLineColumn, .pathLineByte: ["path", "line", "column", "text"]
        }
    }

    private static func braced(_ names: [String]) -> String { names.map { "{\($0)}" }.joined(separator: ", ") }
}
