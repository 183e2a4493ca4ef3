import CMatching

/// Scores the texts of a block for a query. It has memory to work in, and is for one thread.
struct MatchEvaluator: ~Copyable {
    private let query: MatchQuery
    private let block: MatchBlock
    private let bytes: UnsafePointer<UInt8>
    private let isCancelled: () -> Bool
    private var scorer = FuzzyScorer()
    private var rows = FuzzyRows()
    private var decoded = DecodedText()
    private var decodedNumber = -1

    /// What has been done since it was last asked whether the search is still wanted, in characters of texts times
    /// characters of terms, and how much may be done until it is asked again: less than a millisecond.
    private var work = 0
    private static let workBetweenLooks = 1 << 16

    /// - Parameter bytes: Those of the block.
    init(_ query: MatchQuery, _ block: MatchBlock, _ bytes: UnsafePointer<UInt8>, _ isCancelled: @escaping () -> Bool) {
        self.query = query
        self.block = block
        self.bytes = bytes
        self.isCancelled = isCancelled
    }

    /// The score of a text of the block; nil if it does not match, or the search was given up.
    @inline(__always)
    mutating func score(_ number: Int) -> Int? {
        var sum = 0
        for alternatives in query.terms {
            guard let score = score(alternatives, number) else { return nil }
            sum += score
        }
        return sum
    }

    /// The score of the first condition that is met.
    private mutating func score(_ alternatives: [MatchTerm], _ number: Int) -> Int? {
        var isMet = false
        for term in alternatives {
            let found = score(term, number)
            // As with fzf, something further on that is there counts more than this that is not there.
            if term.isInverse { isMet = isMet || found == nil } else if let found { return found }
        }
        return isMet ? 0 : nil
    }

    /// Notes what is to be done. Answers whether the search was given up, if it is time to ask.
    @inline(__always)
    private mutating func isGivenUp(before amount: Int) -> Bool {
        work &+= amount
        guard work > Self.workBetweenLooks else { return false }
        work = 0
        return isCancelled()
    }

    /// The score of one condition, as if it were no inverse one.
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

    /// The score of a fuzzy term in a text of ASCII; nil if it does not match, or the search was given up.
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
