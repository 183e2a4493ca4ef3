/// What to search a list for.
public struct MatchQuery: Hashable, Sendable {
    /// How a word of a query must occur in a string.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// As a substring, as with `fzf --exact`.
        case words
        /// Its characters in order, with anything between them; the best match counts, as with fzf.
        case fuzzy
    }

    /// The syntax of a query.
    public enum Syntax: String, Hashable, Sendable, CaseIterable {
        /// Words separated by whitespace, all of which must occur. Case is ignored.
        case plain
        /// fzf's extended search: `'exact`, `'word'`, `^prefix`, `suffix$`, `!not`, `a | b`, and `\ ` for a space. A
        /// word with a capital letter is case-sensitive. A query that is just an operator is taken literally.
        ///
        /// The order is fzf's. The differences: an accent in the query is folded too, where fzf would require it;
        /// combining marks, full-width characters and half-width kana are folded, which fzf leaves alone; and fzf
        /// ignores an operator on its own.
        case fzf
    }

    /// The conditions, all of which must be met: by one term of each array.
    let terms: [[MatchTerm]]

    /// The maximum length of a query, in characters: the rest is ignored.
    public static let mostCharacters = 1000

    /// Parses a query. No query is invalid: anything without a special meaning is literal text.
    public init(_ text: String, mode: Mode, syntax: Syntax = .plain) {
        let scalars = Array(text.unicodeScalars.prefix(Self.mostCharacters))
        switch syntax {
        case .plain:
            let kind: MatchTerm.Kind = mode == .fuzzy ? .fuzzy : .exact
            terms = scalars.split(whereSeparator: \.properties.isWhitespace).compactMap { word in
                MatchTerm(kind, word).map { [$0] }
            }
        case .fzf:
            terms = Self.parse(scalars, mode)
        }
    }

    /// Whether every string matches, in list order.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether matches are ranked. They are not if the query has only inverse terms.
    var isRanked: Bool { terms.contains { $0.contains { !$0.isInverse } } }

    /// Whether `other` finds everything that this query finds: only then may its result be narrowed.
    ///
    /// That is so if each condition of `other` is implied by one here: a word was extended, or another word added.
    public func isNarrower(than other: MatchQuery) -> Bool {
        other.terms.allSatisfy { wide in terms.contains { $0 == wide || Self.implies($0, wide) } }
    }

    private static func implies(_ narrow: [MatchTerm], _ wide: [MatchTerm]) -> Bool {
        guard let narrow = narrow.count == 1 ? narrow.first : nil, let wide = wide.count == 1 ? wide.first : nil,
            !narrow.isInverse, !wide.isInverse, narrow.isCaseSensitive || !wide.isCaseSensitive
        else { return false }
        // What matches a case-sensitive term also matches the same term in lower case if case is ignored.
        let characters =
            narrow.isCaseSensitive == wide.isCaseSensitive
            ? narrow.characters : narrow.characters.map(Folding.lowercase)
        switch (narrow.kind, wide.kind) {
        case (.fuzzy, .fuzzy), (.exact, .fuzzy), (.bounded, .fuzzy), (.prefix, .fuzzy), (.suffix, .fuzzy),
            (.equal, .fuzzy):
            return isSubsequence(wide.characters, of: characters)
        case (.prefix, .prefix), (.equal, .prefix): return characters.starts(with: wide.characters)
        case (.exact, .exact), (.bounded, .exact), (.prefix, .exact), (.suffix, .exact), (.equal, .exact):
            return contains(characters, wide.characters)
        default: return false
        }
    }

    private static func isSubsequence(_ some: [UInt32], of all: [UInt32]) -> Bool {
        var rest = some[...]
        for character in all where character == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    private static func contains(_ all: [UInt32], _ piece: [UInt32]) -> Bool {
        guard piece.count <= all.count else { return false }
        return (0...all.count - piece.count).contains { all[$0...].starts(with: piece) }
    }
}
