/// What a person types, as FTS5's MATCH reads it: `swift pack` is `"swift" "pack"*`.
///
/// Between quotes nothing is an operator, so no text is a fault of FTS5's syntax. A row must have each word, in any order,
/// and the last may be the beginning of one: it is still being typed.
struct MatchPhrase {
    /// The expression; nil if there is no word in the query.
    let text: String?

    init(_ query: String) {
        // A zero would end the expression.
        let words = query.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0 }
        let quoted = words.map { word in
            "\"" + word.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
        }
        text = quoted.isEmpty ? nil : quoted.joined(separator: " ") + "*"
    }
}
