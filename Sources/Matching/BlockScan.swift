/// Searches one block.
struct BlockScan {
    private let query: MatchQuery
    private let block: MatchBlock
    private let isCancelled: () -> Bool

    init(_ query: MatchQuery, _ block: MatchBlock, _ isCancelled: @escaping () -> Bool) {
        self.query = query
        self.block = block
        self.isCancelled = isCancelled
    }

    /// How many strings are examined between two checks for cancellation.
    private static let textsBetweenLooks = 256

    /// Returns the matches among all strings; nil if the search was cancelled.
    func keys() -> [UInt64]? {
        block.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return [] }
            if let word = query.word, let pattern = word.ascii { return keys(with: pattern, base) }
            if let term = query.only, term.kind == .fuzzy, let pattern = term.ascii {
                return keys(of: term, pattern, base)
            }
            var keys = Keys(query, block, base, isCancelled)
            return forEachText(with: query.needed) { keys.look($0) } ? keys.all : nil
        }
    }

    /// Calls `body` with the number of each string that has the characters in `needed`. Returns false if cancelled.
    @inline(__always)
    private func forEachText(with needed: UInt64, _ body: (Int) -> Void) -> Bool {
        block.sets.withUnsafeBufferPointer { sets in
            for number in sets.indices {
                if number % Self.textsBetweenLooks == 0, isCancelled() { return false }
                if sets[number] & needed == needed { body(number) }
            }
            return !isCancelled()
        }
    }

    /// Returns the matches of a single fuzzy term, which is what most queries are.
    private func keys(of term: MatchTerm, _ pattern: ASCIIPattern, _ base: UnsafePointer<UInt8>) -> [UInt64]? {
        var keys = Keys(query, block, base, isCancelled)
        let isWhole = pattern.characters.withUnsafeBufferPointer { pattern in
            block.starts.withUnsafeBufferPointer { starts in
                forEachText(with: term.set) { keys.look($0, term, pattern, starts) }
            }
        }
        return isWhole ? keys.all : nil
    }

    /// Returns the matches among some strings, given by their numbers in the block.
    func keys(among numbers: [Int]) -> [UInt64]? {
        block.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return [] }
            var keys = Keys(query, block, base, isCancelled)
            for (looked, number) in numbers.enumerated() {
                if looked % Self.textsBetweenLooks == 0, isCancelled() { return nil }
                keys.look(number)
            }
            return isCancelled() ? nil : keys.all
        }
    }

    /// Returns the matches among the strings with a word, which is searched for in all bytes of the block at once.
    private func keys(with word: ASCIIPattern, _ base: UnsafePointer<UInt8>) -> [UInt64]? {
        block.starts.withUnsafeBufferPointer { starts in
            block.sets.withUnsafeBufferPointer { sets in keys(with: word, base, starts, sets) }
        }
    }

    private func keys(
        with word: ASCIIPattern, _ base: UnsafePointer<UInt8>, _ starts: UnsafeBufferPointer<UInt32>,
        _ sets: UnsafeBufferPointer<UInt64>
    ) -> [UInt64]? {
        // If nothing else is searched for, where it occurs is all that matters.
        let isAll = query.only != nil
        var keys = Keys(query, block, base, isCancelled)
        let size = word.characters.count
        var finder = WordFinder(word, base, Int(starts[block.count]))
        var (place, number, looked) = (0, 0, 0)
        // The string in which it was found last, with the bonus and score of the best position so far.
        var best: (number: Int, bonus: Int, score: Int, length: Int)?
        while let found = finder.place(from: place, isCancelled) {
            while number &+ 16 < starts.count, starts[number &+ 16] <= found { number &+= 16 }
            while starts[number &+ 1] <= found { number &+= 1 }
            looked &+= 1
            if looked % Self.textsBetweenLooks == 0, isCancelled() { return nil }
            let (start, end) = (Int(starts[number]), Int(starts[number &+ 1]))
            place = found &+ 1
            // It may begin in one string and end in another.
            guard found &+ size <= end else { continue }
            if let text = best, text.number != number {
                keys.add(text.number, text.score, length: text.length)
                best = nil
            }
            // The set and length of a string are far from its bytes, and take longer to fetch than the bytes to
            // examine.
            guard isAll, block.isASCII || sets[number] & CharacterSet64.beyondASCII == 0 else {
                keys.look(number)
                place = end
                continue
            }
            let text = ASCIIText(base: base + start, count: end &- start)
            let bonus = text.bonus(found &- start)
            if bonus > best?.bonus ?? -1 {
                best = (number, bonus, text.scoreOfRun(found &- start, size, bonus), text.length)
            }
            if bonus >= Score.boundary { place = end }
        }
        if let best { keys.add(best.number, best.score, length: best.length) }
        return isCancelled() ? nil : keys.all
    }

    /// The matches found so far.
    private struct Keys: ~Copyable {
        /// The matches, in list order.
        private(set) var all: [UInt64] = []
        private var evaluator: MatchEvaluator
        private let block: MatchBlock
        private let base: UnsafePointer<UInt8>
        private let isRanked: Bool

        init(
            _ query: MatchQuery, _ block: MatchBlock, _ base: UnsafePointer<UInt8>, _ isCancelled: @escaping () -> Bool
        ) {
            evaluator = MatchEvaluator(query, block, base, isCancelled)
            self.block = block
            self.base = base
            isRanked = query.isRanked
        }

        /// Adds a string if it matches.
        mutating func look(_ number: Int) {
            if let score = evaluator.score(number) { add(number, score) }
        }

        /// Adds a string if it matches a query that is a single fuzzy term.
        @inline(__always)
        mutating func look(
            _ number: Int, _ term: MatchTerm, _ pattern: UnsafeBufferPointer<ASCIIPattern.Character>,
            _ starts: UnsafeBufferPointer<UInt32>
        ) {
            if block.sets[number] & CharacterSet64.beyondASCII != 0 {
                look(number)
                return
            }
            let start = Int(starts[number])
            let text = ASCIIText(base: base + start, count: Int(starts[number &+ 1]) &- start)
            if let score = evaluator.score(term, pattern, in: text) { add(number, score) }
        }

        /// Adds a string.
        @inline(__always)
        mutating func add(_ number: Int, _ score: Int) {
            add(number, score, length: isRanked ? Int(block.lengths[number]) : 0)
        }

        /// Adds a string of this length, without surrounding whitespace.
        @inline(__always)
        mutating func add(_ number: Int, _ score: Int, length: Int) {
            all.append(MatchKey.make(score: score, length: UInt16(clamping: length), index: block.first &+ number))
        }
    }
}

extension MatchQuery {
    /// The longest ASCII word that must occur as a substring; nil if there is none.
    var word: MatchTerm? {
        terms.compactMap { alternatives in
            guard alternatives.count == 1, let term = alternatives.first, !term.isInverse, term.kind == .exact,
                term.ascii != nil
            else { return nil }
            return term
        }
        .max { $0.characters.count < $1.characters.count }
    }

    /// The only term, if there is just one and it is not inverse.
    var only: MatchTerm? {
        guard terms.count == 1, terms[0].count == 1, !terms[0][0].isInverse else { return nil }
        return terms[0][0]
    }

    /// The characters that every match has, as a `CharacterSet64`.
    var needed: UInt64 {
        terms.reduce(0) { needed, alternatives in
            let sets = alternatives.map { $0.isInverse ? 0 : $0.set }
            return needed | sets.reduce(~0, &)
        }
    }
}
