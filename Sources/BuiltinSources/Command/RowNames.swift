import SearchSource

/// The names in braces for which a row has something: what `item` of a description can be made of.
enum RowNames: Sendable {
    /// Those of the members of a JSON object, which may be any.
    case members
    /// Those of the parts into which a pattern divides it.
    case parts([String])
    /// The numbers of its columns, and what a place has that it says.
    case columns(LinePattern)

    /// Those of what `place` and `pattern` say of rows of this format.
    init(_ format: RowReader.Format, _ place: LinePattern, _ pattern: RowPattern?) {
        self = format == .jsonl ? .members : pattern.map { .parts($0.names) } ?? .columns(place)
    }

    /// Whether there may be something for `name`.
    func has(_ name: String) -> Bool {
        switch self {
        case .members: true
        case .parts(let names): names.contains { $0.hasSameBytes(as: name) }
        case .columns(let place):
            Int(name).map { $0 >= 0 } ?? Self.names(of: place).contains { $0.hasSameBytes(as: name) }
        }
    }

    /// Those that there are, in words.
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
