import CMatching

/// Scores the strings of a block for a query. It owns scratch memory, so only one thread may use it.
struct MatchEvaluator: ~Copyable {
    private let query: MatchQuery
    private let block: MatchBlock
    private let bytes: UnsafePointer<UInt8>
    private let isCancelled: () -> Bool
    private var scorer = FuzzyScorer()
    private var rows = FuzzyRows()
    private var decoded = DecodedText()
    private var decodedNumber = -1

    /// The work done since the last check for cancellation, in characters of text times characters of terms, and how
    /// much may be done before the next check: less than a millisecond's worth.
    private var work = 0
    private static let workBetweenLooks = 1 << 16

    /// - Parameter bytes: The bytes of `block`.
    init(_ query: MatchQuery, _ block: MatchBlock, _ bytes: UnsafePointer<UInt8>, _ isCancelled: @escaping () -> Bool) {
        self.query = query
        self.block = block
        self.bytes = bytes
        self.isCancelled = isCancelled
    }

    /// Returns the score of a string of the block; nil if it does not match, or the search was cancelled.
    @inline(__always)
    mutating func score(_ number: Int) -> Int? {
        var sum = 0
        for alternatives in query.terms {
            guard let score = score(alternatives, number) else { return nil }
            sum += score
        }
        return sum
    }

    /// Returns the score of the first alternative that matches.
    private mutating func score(_ alternatives: [MatchTerm], _ number: Int) -> Int? {
        var isMet = false
        for term in alternatives {
            let found = score(term, number)
            // As in fzf, a later alternative that is present takes precedence over this one, which is absent.
            if term.isInverse { isMet = isMet || found == nil } else if let found { return found }
        }
        return isMet ? 0 : nil
    }

    /// Counts work that is about to be done. Returns whether the search was cancelled, if it is time to check.
    @inline(__always)
    private mutating func isGivenUp(before amount: Int) -> Bool {
        work &+= amount
        guard work > Self.workBetweenLooks else { return false }
        work = 0
        return isCancelled()
    }

    /// Returns the score of one term, as if it were not inverse.
    @inline(__always)
    private mutating func score(_ term: MatchTerm, _ number: Int) -> Int? {
        let set = block.sets[number]
        guard set & term.set == term.set else { return nil }
        let (start, end) = (Int(block.starts[number]), Int(block.starts[number + 1]))
        if isGivenUp(before: (end - start) * term.characters.count) { return nil }
        if set & CharacterSet64.beyondASCII == 0 {
            return score(term, in: ASCIIText(base: bytes + start, count: end - start))
        }
        if decodedNumber != number {
            decoded.decode(UnsafeBufferPointer(start: bytes + start, count: end - start))
            decodedNumber = number
        }
        return decoded.found(term, &rows, isCancelled)?.score
    }

    private mutating func score(_ term: MatchTerm, in text: ASCIIText) -> Int? {
        guard let pattern = term.ascii else { return nil }
        switch term.kind {
        case .fuzzy:
            return pattern.characters.withUnsafeBufferPointer { fuzzyScore(term, $0, in: text) }
        case .exact, .bounded:
            var finder = WordFinder(pattern, text.base, text.count)
            return text.piece(term) { finder.place(from: $0, isCancelled) }?.score
        default:
            return text.edge(term)?.score
        }
    }

    /// Returns the score of a fuzzy term in ASCII text; nil if it does not match, or the search was cancelled.
    @inline(__always)
    mutating func score(
        _ term: MatchTerm, _ pattern: UnsafeBufferPointer<ASCIIPattern.Character>, in text: ASCIIText
    ) -> Int? {
        isGivenUp(before: text.count * pattern.count) ? nil : fuzzyScore(term, pattern, in: text)
    }

    @inline(__always)
    private mutating func fuzzyScore(
        _ term: MatchTerm, _ pattern: UnsafeBufferPointer<ASCIIPattern.Character>, in text: ASCIIText
    ) -> Int? {
        if ASCIIText.isGreedy(pattern.count, text.count) {
            return text.greedy(term, isCancelled: isCancelled)?.score
        }
        return scorer.score(pattern, in: text)
    }
}
