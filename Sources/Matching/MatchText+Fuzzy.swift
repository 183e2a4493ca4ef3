/// Fuzzy matching of any text: an implementation that is easy to follow, and marks what matched. `FuzzyScorer` is the
/// fast one, and must return the same score.
extension MatchText {
    /// The maximum number of characters of text times characters of the term for which the best match is found: the
    /// time for that grows with both. Above it, the term is matched greedily, as in fzf.
    static var mostCells: Int { 102_400 }

    /// Whether a term of `size` characters is matched greedily in text of `count` characters.
    @inline(__always)
    static func isGreedy(_ size: Int, _ count: Int) -> Bool { count * size > mostCells }

    /// Returns the best match of a term, the first of equally good ones (fzf's `FuzzyMatchV2`, or `FuzzyMatchV1` for
    /// long text); nil if there is none, or if cancelled. Calls `mark` with each matching position, in no particular
    /// order.
    func fuzzy(
        _ term: MatchTerm, _ rows: inout FuzzyRows, isCancelled: () -> Bool, mark: (Int) -> Void = { _ in }
    ) -> Found? {
        if Self.isGreedy(term.characters.count, count) { return greedy(term, isCancelled: isCancelled, mark: mark) }
        let size = term.characters.count
        guard let (firsts, last) = places(of: term) else { return nil }
        if size == 1 { return single(term, from: firsts[0], mark) }
        let start = firsts[0]
        let width = last - start + 1
        rows.clear(size * width)
        var best = (score: 0, place: start)
        for row in 0..<size {
            var isInGap = false
            let (own, above) = (row * width - start, (row - 1) * width - start)
            for place in firsts[row]...last {
                let isMatch = character(place, isCaseSensitive: term.isCaseSensitive) == term.characters[row]
                if row == 0 {
                    if isMatch {
                        rows.scores[own + place] = Score.match + bonus(place) * Score.firstCharacterFactor
                        rows.runs[own + place] = 1
                    } else {
                        let step = isInGap ? Score.gapExtension : Score.gapStart
                        rows.scores[own + place] = max(rows.scores[own + place - 1] + step, 0)
                    }
                    isInGap = !isMatch
                    continue
                }
                // The scores of leaving a gap here, and of matching the next character of the term.
                let left = place == firsts[row] ? 0 : rows.scores[own + place - 1]
                let gapped = left + (isInGap ? Score.gapExtension : Score.gapStart)
                var (matched, run) = (0, 0)
                if isMatch {
                    matched = rows.scores[above + place - 1] + Score.match
                    var worth = bonus(place)
                    run = rows.runs[above + place - 1] + 1
                    if run > 1 {
                        let first = bonus(place - run + 1)
                        if worth >= Score.boundary, worth > first {
                            run = 1
                        } else {
                            worth = max(worth, Score.consecutive, first)
                        }
                    }
                    if matched + worth < gapped {
                        matched += bonus(place)
                        run = 0
                    } else {
                        matched += worth
                    }
                }
                isInGap = matched < gapped
                rows.runs[own + place] = run
                rows.scores[own + place] = max(matched, gapped, 0)
                if row == size - 1, rows.scores[own + place] > best.score { best = (rows.scores[own + place], place) }
            }
        }
        let begin = trace(rows, firsts, start, last, width, from: best.place, mark)
        return Found(range: begin..<best.place + 1, score: best.score)
    }

    /// Traces back the path that led to the best score. Returns where it began.
    private func trace(
        _ rows: FuzzyRows, _ firsts: [Int], _ start: Int, _ last: Int, _ width: Int, from end: Int,
        _ mark: (Int) -> Void
    ) -> Int {
        var (row, place, prefersMatch) = (firsts.count - 1, end, true)
        while place >= start {
            let own = row * width - start
            let score = rows.scores[own + place]
            let diagonal = row > 0 && place >= firsts[row] ? rows.scores[own - width + place - 1] : 0
            let left = place > firsts[row] ? rows.scores[own + place - 1] : 0
            let current = row
            if score > diagonal, score > left || score == left && prefersMatch {
                mark(place)
                if row == 0 { return place }
                row -= 1
            }
            // Prefer a match within a run, including one that the next character of the term continues.
            prefersMatch =
                rows.runs[own + place] > 1
                || current + 1 < firsts.count && place < last && place + 1 >= firsts[current + 1]
                    && rows.runs[own + width + place + 1] > 0
            place -= 1
        }
        return start
    }

    /// Returns the first position of each character of a term, in order, and the last position of the last one; nil if
    /// the term does not match.
    private func places(of term: MatchTerm) -> (firsts: [Int], last: Int)? {
        var firsts: [Int] = []
        var last = 0
        for place in 0..<count {
            let own = character(place, isCaseSensitive: term.isCaseSensitive)
            if firsts.count < term.characters.count, own == term.characters[firsts.count] { firsts.append(place) }
            if firsts.count == term.characters.count, own == term.characters[firsts.count - 1] { last = place }
        }
        return firsts.count == term.characters.count ? (firsts, last) : nil
    }

    /// Matches a single character: the first at a word boundary, or else the first with the highest bonus.
    private func single(_ term: MatchTerm, from first: Int, _ mark: (Int) -> Void) -> Found {
        var best = (bonus: -1, place: first)
        for place in first..<count
        where character(place, isCaseSensitive: term.isCaseSensitive) == term.characters[0] {
            let bonus = bonus(place)
            if bonus > best.bonus { best = (bonus, place) }
            if bonus >= Score.boundary { break }
        }
        mark(best.place)
        return Found(
            range: best.place..<best.place + 1, score: Score.match + best.bonus * Score.firstCharacterFactor)
    }

    /// How many characters are examined between two checks for cancellation.
    var charactersBetweenLooks: Int { 1 << 16 }

    /// Finds where a term is first complete, and from there back its latest start; nil if there is none, or if
    /// cancelled.
    func greedy(_ term: MatchTerm, isCancelled: () -> Bool, mark: (Int) -> Void = { _ in }) -> Found? {
        var (next, place) = (0, 0)
        while next < term.characters.count {
            guard place < count else { return nil }
            if place % charactersBetweenLooks == 0, isCancelled() { return nil }
            if character(place, isCaseSensitive: term.isCaseSensitive) == term.characters[next] { next += 1 }
            place += 1
        }
        let end = place
        while next > 0 {
            place -= 1
            if place % charactersBetweenLooks == 0, isCancelled() { return nil }
            if character(place, isCaseSensitive: term.isCaseSensitive) == term.characters[next - 1] { next -= 1 }
        }
        return Found(range: place..<end, score: score(of: term, in: place..<end, isCancelled: isCancelled, mark: mark))
    }
}

/// The matrices of `fuzzy`: for each character of a term and position, the score and length of the run ending there.
struct FuzzyRows {
    var scores: [Int] = []
    var runs: [Int] = []

    mutating func clear(_ count: Int) {
        for list in [\FuzzyRows.scores, \.runs] {
            self[keyPath: list].removeAll(keepingCapacity: true)
            self[keyPath: list].append(contentsOf: repeatElement(0, count: count))
        }
    }
}
