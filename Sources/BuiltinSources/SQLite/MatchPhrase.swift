/// A query, written for FTS5's MATCH: `swift pack` becomes `"swift" "pack"*`.
///
/// Nothing between quotes is an operator, so no query is a syntax error to FTS5. A row must have each word, in any
/// order, and the last one may be a prefix: it is still being typed.
struct MatchPhrase {
    /// The expression; nil if there is no word in the query.
    let text: String?

    init(_ query: String) {
        // A NUL would end the expression.
        let words = query.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0 }
        let quoted = words.map { word in
            "\"" + word.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
        }
        text = quoted.isEmpty ? nil : quoted.joined(separator: " ") + "*"
    }
}
