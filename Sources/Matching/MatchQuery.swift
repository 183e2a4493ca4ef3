/// What is looked for in a list.
public struct MatchQuery: Hashable, Sendable {
    /// How a word of a query stands in a text.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// In one piece, anywhere: as with `fzf --exact`.
        case words
        /// Its characters in order, with anything between them; where it stands best counts, as with fzf.
        case fuzzy
    }

    /// What a query is written in.
    public enum Syntax: String, Hashable, Sendable, CaseIterable {
        /// Words with blanks between them, all of which must be there. Case makes no difference.
        case plain
        /// fzf's extended search: `'exact`, `'word'`, `^prefix`, `suffix$`, `!not`, `a | b`, and `\ ` for a blank. Case
        /// counts in a word that has a capital letter. What is one operator alone is looked for as it is.
        ///
        /// The order is fzf's. What differs: an accent in the query is folded as well, where fzf would insist on it; marks
        /// that stand as characters of their own, full-width signs and half-width kana are folded, which fzf leaves; and
        /// an operator alone says nothing to fzf.
        case fzf
    }

    /// All must be met: of each set, one.
    let terms: [[MatchTerm]]

    /// The most characters that are looked at: what is beyond them is left out.
    public static let mostCharacters = 1000

    /// Reads a query. None is wrong: what makes no sense is text.
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

    /// Whether every text matches, in the list's own order.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether what matches is ranked. It is not if the query only says what must not be there.
    var isRanked: Bool { terms.contains { $0.contains { !$0.isInverse } } }

    /// Whether all that this query finds is found by `other` as well: only then may its result be narrowed.
    ///
    /// It is so if each condition of `other` is followed from one here: more was typed behind a word, or another word.
    public func isNarrower(than other: MatchQuery) -> Bool {
        other.terms.allSatisfy { wide in terms.contains { $0 == wide || Self.implies($0, wide) } }
    }

    private static func implies(_ narrow: [MatchTerm], _ wide: [MatchTerm]) -> Bool {
        guard let narrow = narrow.count == 1 ? narrow.first : nil, let wide = wide.count == 1 ? wide.first : nil,
            !narrow.isInverse, !wide.isInverse, narrow.isCaseSensitive || !wide.isCaseSensitive
        else { return false }
        // Where the case counts it is a capital that does: compared without, nothing more is found.
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
