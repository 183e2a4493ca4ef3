/// One condition of a query: something to look for, and where.
struct MatchTerm: Hashable, Sendable {
    /// How it must stand in a text.
    enum Kind: Hashable, Sendable {
        /// All characters in order, anything between them.
        case fuzzy
        /// In one piece.
        case exact
        /// In one piece, with no part of a word in front of it or behind.
        case bounded
        /// At the start; blanks in front of it do not count.
        case prefix
        /// At the end; blanks behind it do not count.
        case suffix
        /// The whole text, but for blanks around it.
        case equal
    }

    let kind: Kind

    /// Whether it must *not* stand there.
    let isInverse: Bool

    /// Whether the case has to be the same.
    let isCaseSensitive: Bool

    /// The characters, folded; in lower case unless the case counts. Never none.
    let characters: [UInt32]

    /// The same as bytes, if they are all ASCII.
    let ascii: ASCIIPattern?

    /// The characters that a text must have: `CharacterSet64`.
    let set: UInt64

    /// The term that looks for `text`; nil if there is nothing to look for.
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
