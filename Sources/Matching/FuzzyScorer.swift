import CMatching

/// Scores a fuzzy term in ASCII text: the same score as `MatchText.fuzzy`, in a tenth of the time.
///
/// It finds where a character occurs for 64 positions at once, and visits only those where it does: what lies between
/// them lowers the score by a rule that has a closed form. A row has the scores of one character of the term at each of
/// its positions.
struct FuzzyScorer: ~Copyable {
    /// A position where a character of the term occurs, and the score there.
    private struct Cell {
        var place: Int32
        /// The score here.
        var score: Int32
        /// The score at a later position, if nothing matches up to there, is this minus that position, at least 0.
        var fading: Int32
        /// The length of the run of matches that ends here.
        var run: Int16
        /// The bonus of the first character of that run.
        var first: Int16
    }

    /// The rows of the current character of the term, and of the one before it.
    private var own: UnsafeMutablePointer<Cell>
    private var above: UnsafeMutablePointer<Cell>
    private var cells = 256

    /// For each character, its first position, and the mask of that position's block from there on.
    private let firsts: UnsafeMutablePointer<Int>
    private let masks: UnsafeMutablePointer<UInt64>

    init() {
        (own, above) = (.allocate(capacity: cells), .allocate(capacity: cells))
        firsts = .allocate(capacity: MatchQuery.mostCharacters)
        masks = .allocate(capacity: MatchQuery.mostCharacters)
    }

    deinit {
        own.deallocate()
        above.deallocate()
        firsts.deallocate()
        masks.deallocate()
    }

    /// Makes room for rows of `count` positions.
    @inline(never)
    private mutating func makeRoom(_ count: Int) {
        own.deallocate()
        above.deallocate()
        (own, above) = (.allocate(capacity: count), .allocate(capacity: count))
        cells = count
    }

    /// Returns the score of a pattern in `text`; nil if it does not match. The text must be followed by at least
    /// `MatchBlock.padding` bytes, and not be so long that it is matched greedily.
    @inline(__always)
    mutating func score(_ pattern: UnsafeBufferPointer<ASCIIPattern.Character>, in text: ASCIIText) -> Int? {
        if text.count > cells { makeRoom(text.count) }
        guard let last = find(pattern, in: text) else { return nil }
        return pattern.count == 1 ? single(pattern[0], last, text) : score(pattern, last, text)
    }

    /// Returns which of the 64 positions from `block` * 64 on have `character`, and are in the text.
    @inline(__always)
    private func mask(_ character: ASCIIPattern.Character, _ block: Int, _ text: ASCIIText) -> UInt64 {
        let left = text.count &- block &* 64
        let inside: UInt64 = left >= 64 ? ~0 : ~(~0 &<< UInt64(truncatingIfNeeded: left))
        return cmatching_equal(text.base + block &* 64, character.bytes, character.bits) & inside
    }

    /// Finds the first position of each character, in order. Returns the last position of the last one; nil if none.
    @inline(__always)
    private func find(_ characters: UnsafeBufferPointer<ASCIIPattern.Character>, in text: ASCIIText) -> Int? {
        let blocks = (text.count &+ 63) &>> 6
        var next = 0
        for row in 0..<characters.count {
            var block = next &>> 6
            guard block < blocks else { return nil }
            var found = mask(characters[row], block, text) & ~0 &<< UInt64(truncatingIfNeeded: next & 63)
            while found == 0 {
                block &+= 1
                guard block < blocks else { return nil }
                found = mask(characters[row], block, text)
            }
            masks[row] = found
            firsts[row] = block &* 64 &+ found.trailingZeroBitCount
            next = firsts[row] &+ 1
        }
        let last = characters.count &- 1
        let first = firsts[last] &>> 6
        var block = blocks &- 1
        while block > first {
            let found = mask(characters[last], block, text)
            if found != 0 { return block &* 64 &+ 63 &- found.leadingZeroBitCount }
            block &-= 1
        }
        return first &* 64 &+ 63 &- masks[last].leadingZeroBitCount
    }

    @inline(__always)
    private func bonus(_ text: ASCIIText, _ place: Int) -> Int32 {
        let before = place == 0 ? UInt8(ascii: " ") : text.base[place &- 1]
        return Int32(cmatching_bonus(cmatching_class(before), cmatching_class(text.base[place])))
    }

    /// Calls `body` with each position of a row up to `last`, until it returns false.
    @inline(__always)
    private func forEachPlace(
        _ row: Int, _ character: ASCIIPattern.Character, _ last: Int, _ text: ASCIIText, _ body: (Int) -> Bool
    ) {
        var block = firsts[row] &>> 6
        var found = masks[row]
        while true {
            if block == last &>> 6 { found &= ~0 &>> UInt64(truncatingIfNeeded: 63 &- last & 63) }
            while found != 0 {
                guard body(block &* 64 &+ found.trailingZeroBitCount) else { return }
                found &= found &- 1
            }
            block &+= 1
            guard block <= last &>> 6 else { return }
            found = mask(character, block, text)
        }
    }

    private func single(_ character: ASCIIPattern.Character, _ last: Int, _ text: ASCIIText) -> Int {
        var best: Int32 = 0
        forEachPlace(0, character, last, text) { place in
            best = max(best, bonus(text, place))
            return best < Score.boundary
        }
        return Score.match + Int(best) * Score.firstCharacterFactor
    }

    @inline(__always)
    private mutating func score(
        _ characters: UnsafeBufferPointer<ASCIIPattern.Character>, _ last: Int, _ text: ASCIIText
    ) -> Int {
        var count = 0
        forEachPlace(0, characters[0], last, text) { place in
            let worth = bonus(text, place)
            let score = Int32(Score.match) &+ worth &* Int32(Score.firstCharacterFactor)
            above[count] = Cell(
                place: Int32(truncatingIfNeeded: place), score: score,
                fading: score &- 2 &+ Int32(truncatingIfNeeded: place), run: 1,
                first: Int16(truncatingIfNeeded: worth))
            count &+= 1
            return true
        }
        var best: Int32 = 0
        for row in 1..<characters.count {
            var (filled, nearest) = (0, 0)
            best = 0
            forEachPlace(row, characters[row], last, text) { place in
                let here = Int32(truncatingIfNeeded: place)
                // The last position in the row above that is before this one: there is one.
                while nearest &+ 1 < count, above[nearest &+ 1].place < here { nearest &+= 1 }
                let before = above[nearest]
                let worth = bonus(text, place)
                let gapped = filled == 0 ? -3 : own[filled &- 1].fading &- here
                var (run, first, matched) = (1 as Int16, Int16(truncatingIfNeeded: worth), 0 as Int32)
                if before.place == here &- 1 {
                    let start = Int32(before.first)
                    matched = before.score &+ Int32(Score.match)
                    if before.run > 0, worth < Score.boundary || worth <= start {
                        let continued = max(worth, Int32(Score.consecutive), start)
                        if matched &+ continued >= gapped {
                            (run, first) = (before.run &+ 1, before.first)
                            matched &+= continued
                        } else {
                            run = 0
                            matched &+= worth
                        }
                    } else {
                        matched &+= worth
                        if matched < gapped { run = 0 }
                    }
                } else {
                    matched = max(before.fading &- (here &- 1), 0) &+ Int32(Score.match) &+ worth
                    if matched < gapped { run = 0 }
                }
                let score = max(matched, gapped)
                // Reaching this position by a gap only makes that gap longer.
                let start: Int32 = matched < gapped ? 0 : 2
                own[filled] = Cell(place: here, score: score, fading: score &- start &+ here, run: run, first: first)
                filled &+= 1
                best = max(best, score)
                return true
            }
            (above, own) = (own, above)
            count = filled
        }
        return Int(best)
    }
}
