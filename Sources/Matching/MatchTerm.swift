/// One condition of a query: something to look for, and where.
struct MatchTerm: Hashable, Sendable {
    /// How it must occur in a string.
    enum Kind: Hashable, Sendable {
        /// All characters in order, with anything between them.
        case fuzzy
        /// As a substring.
        case exact
        /// As a substring, with no part of a word before or after it.
        case bounded
        /// At the start, ignoring leading whitespace.
        case prefix
        /// At the end, ignoring trailing whitespace.
        case suffix
        /// The whole string, except for surrounding whitespace.
        case equal
    }

    let kind: Kind

    /// Whether it must *not* occur.
    let isInverse: Bool

    /// Whether case must match.
    let isCaseSensitive: Bool

    /// The folded characters, in lower case unless the term is case-sensitive. Never empty.
    let characters: [UInt32]

    /// The same characters as bytes; nil if they are not all ASCII.
    let ascii: ASCIIPattern?

    /// The characters that a string must have, as a `CharacterSet64`.
    let set: UInt64

    /// Creates a term that searches for `text`; nil if there is nothing to search for.
    init?(_ kind: Kind, _ text: some Sequence<Unicode.Scalar>, isInverse: Bool = false, isCaseSensitive: Bool = false) {
        let folded = Folding.folded(text)
        guard !folded.isEmpty else { return nil }
        self.kind = kind
        self.isInverse = isInverse
        self.isCaseSensitive = isCaseSensitive
        let lowercase = folded.map(Folding.lowercase)
        characters = isCaseSensitive ? folded : lowercase
        ascii = ASCIIPattern(characters, isCaseSensitive: isCaseSensitive)
        set = lowercase.reduce(0) { $0 | CharacterSet64.bits(ofLowercase: $1) }
    }
}
