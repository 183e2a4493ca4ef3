/// Where a term occurs in the text, in characters, and its score.
struct Found: Equatable {
    var range: Range<Int>
    var score: Int
}

extension MatchText {
    /// Returns the score of `term` in `range`, with each of its characters matched as early as possible (fzf's
    /// `calculateScore`); meaningless if the search was cancelled. Calls `mark` with the positions of the matches.
    @inline(__always)
    func score(
        of term: MatchTerm, in range: Range<Int>, isCancelled: () -> Bool = { false }, mark: (Int) -> Void = { _ in }
    ) -> Int {
        var (score, next, run, first, isInGap) = (0, 0, 0, 0, false)
        var before = range.lowerBound == 0 ? CharacterClass.white : characterClass(range.lowerBound - 1)
        for place in range {
            if place % charactersBetweenLooks == 0, isCancelled() { return 0 }
            let own = characterClass(place)
            if next < term.characters.count,
                character(place, isCaseSensitive: term.isCaseSensitive) == term.characters[next]
            {
                mark(place)
                var bonus = Score.bonus(own, behind: before)
                if run == 0 {
                    first = bonus
                } else {
                    if bonus >= Score.boundary, bonus > first { first = bonus }
                    bonus = max(bonus, first, Score.consecutive)
                }
                score += Score.match + (next == 0 ? bonus * Score.firstCharacterFactor : bonus)
                (isInGap, run, next) = (false, run + 1, next + 1)
            } else {
                score += isInGap ? Score.gapExtension : Score.gapStart
                (isInGap, run, first) = (true, 0, 0)
            }
            before = own
        }
        return score
    }

    /// Returns the score of `size` characters that are known to match from `start` on, the first of which has this
    /// bonus: the same as `score(of:in:)`.
    @inline(__always)
    func scoreOfRun(_ start: Int, _ size: Int, _ bonus: Int) -> Int {
        var (score, first) = (Score.match * size + bonus * Score.firstCharacterFactor, bonus)
        for place in start + 1..<start + size {
            let own = self.bonus(place)
            if own >= Score.boundary, own > first { first = own }
            score += max(own, first, Score.consecutive)
        }
        return score
    }

    /// Returns where a term occurs at one end of the text, or is all of it; nil if it does not.
    @inline(__always)
    func edge(_ term: MatchTerm) -> Found? {
        let size = term.characters.count
        let startsBlank = term.characters[0] == 0x20, endsBlank = term.characters[size - 1] == 0x20
        let start = term.kind == .suffix || startsBlank ? 0 : leadingBlanks
        let end = term.kind == .prefix || endsBlank ? count : count - trailingBlanks
        guard end - start >= size else { return nil }
        switch term.kind {
        case .prefix:
            guard stands(term, at: start) else { return nil }
            let range = start..<start + size
            return Found(range: range, score: score(of: term, in: range))
        case .suffix:
            guard stands(term, at: end - size) else { return nil }
            let range = end - size..<end
            return Found(range: range, score: score(of: term, in: range))
        default:
            guard end - start == size, stands(term, at: start) else { return nil }
            return Found(range: start..<end, score: Self.scoreOfWhole(size))
        }
    }

    /// Returns the score of text that is exactly what is searched for.
    private static func scoreOfWhole(_ size: Int) -> Int {
        (Score.match + Score.whiteBoundary) * size + (Score.firstCharacterFactor - 1) * Score.whiteBoundary
    }

    /// Returns where a term occurs as a substring: at the first word boundary, or else at the first position with the
    /// highest bonus; nil if it does not occur, or the search was cancelled.
    ///
    /// - Parameter next: Returns the first position at or after the given one where the term may occur; nil if none.
    @inline(__always)
    func piece(_ term: MatchTerm, next: (Int) -> Int?) -> Found? {
        let size = term.characters.count
        var (place, best, bestBonus) = (0, -1, -1)
        while place + size <= count, let found = next(place), found + size <= count {
            place = found + 1
            guard stands(term, at: found) else { continue }
            let bonus = bonus(found)
            if term.kind == .bounded, !isBounded(found..<found + size, bonus) { continue }
            if bonus > bestBonus { (best, bestBonus) = (found, bonus) }
            if bonus >= Score.boundary { break }
        }
        guard best >= 0 else { return nil }
        let range = best..<best + size
        return Found(
            range: range,
            score: term.kind == .bounded ? boundedScore(range, bestBonus) : score(of: term, in: range))
    }

    private func isBounded(_ range: Range<Int>, _ bonus: Int) -> Bool {
        func parts(_ place: Int) -> Bool { characterClass(place).number <= CharacterClass.delimiter.number }
        return bonus >= Score.boundary && (range.lowerBound == 0 || parts(range.lowerBound - 1))
            && (range.upperBound == count || parts(range.upperBound))
    }

    /// Returns the score of a word between boundaries: less if one of them is only an underscore.
    private func boundedScore(_ range: Range<Int>, _ bonus: Int) -> Int {
        var score = bonus
        var deduction = bonus - Score.boundary + 1
        func isUnderscore(_ place: Int) -> Bool { character(place, isCaseSensitive: true) == 0x5F }
        if range.lowerBound > 0, isUnderscore(range.lowerBound - 1) {
            score -= deduction + 1
            deduction = 1
        }
        if range.upperBound < count, isUnderscore(range.upperBound) { score -= deduction }
        return score + Score.match * range.count + Score.whiteBoundary * (range.count + 1)
    }
}
