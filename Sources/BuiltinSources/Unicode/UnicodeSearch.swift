/// Searches all names.
///
/// It scans the whole text of the names for the longest of the words. At several bytes per cycle that takes a tenth of
/// a millisecond, so an index would gain nothing.
///
/// `Matching` would do worse here: it would first copy all names into its own list, which costs more than everything
/// that now happens between the start of the process and its first list (`Tests/bench/run --instructions`). Nor does
/// its order consider what people use first.
struct UnicodeSearch {
    private let names = UnicodeNames.shared
    private let words: [[UInt8]]
    private let score: UnicodeScore

    /// The characters that were found, by their place in the order.
    private var places = [[UInt32]](repeating: [], count: UnicodeScore.places)

    private init(_ words: [[UInt8]]) {
        self.words = words
        score = UnicodeScore(words)
    }

    /// Returns the characters whose names have all of `words`, best first; nil if `isCancelled` became true meanwhile.
    ///
    /// - Parameters:
    ///   - words: The words, in upper case: distinct and not empty.
    static func scalars(_ words: [[UInt8]], isCancelled: () -> Bool) -> [UInt32]? {
        var search = UnicodeSearch(words)
        guard let longest = words.max(by: { $0.count < $1.count }) else { return [] }
        guard search.searchLines(longest, isCancelled), search.searchRules(isCancelled) else { return nil }
        var found: [UInt32] = []
        found.reserveCapacity(search.places.reduce(0) { $0 + $1.count })
        for place in search.places { found.append(contentsOf: place) }
        return found
    }

    /// How many names are looked at between two checks for cancellation.
    private static let namesBetweenLooks: UInt32 = 256

    /// Searches the names that have a line. Returns false if the search was cancelled.
    private mutating func searchLines(_ longest: [UInt8], _ isCancelled: () -> Bool) -> Bool {
        let text = names.text
        return longest.withUnsafeBufferPointer { needle in
            var finder = ByteFinder(needle, in: text)
            var (number, looked) = (0, 0 as UInt32)
            while let hit = finder.next(isCancelled: isCancelled) {
                looked += 1
                if looked % Self.namesBetweenLooks == 0, isCancelled() { return false }
                while names.starts[number + 1] <= hit { number += 1 }
                let line = names.line(number)
                finder.position = line.upperBound + 1
                let phrases = UnsafeBufferPointer(rebasing: text[line])
                if let place = score.place(of: phrases, isCommon: number < names.common) {
                    places[place].append(names.scalars[number])
                }
            }
            return !finder.wasCancelled
        }
    }

    /// Searches the names that follow a rule. Returns false if the search was cancelled.
    private mutating func searchRules(_ isCancelled: () -> Bool) -> Bool {
        for rule in names.rules {
            // The prefix is the same for all of them.
            let front = rule.prefix.withUnsafeBufferPointer { score.fits(in: $0, 0, $0.count) }
            let behind = words.indices.filter { front.whole & 1 << UInt32($0) == 0 && rule.canStandBehind(words[$0]) }
            if behind.isEmpty {
                if let place = score.place(of: front, wordsOfName: rule.words) {
                    places[place].append(contentsOf: rule.scalars)
                }
                continue
            }
            let isHopeless = words.indices.contains { front.inside & 1 << UInt32($0) == 0 && !behind.contains($0) }
            if isHopeless { continue }
            let isDone =
                rule.isHangul ? searchSyllables(rule, front, isCancelled) : searchCodePoints(rule, front, isCancelled)
            guard isDone else { return false }
        }
        return true
    }

    /// Searches a rule's names including their code points. Returns false if the search was cancelled.
    private mutating func searchCodePoints(
        _ rule: UnicodeRule, _ front: UnicodeScore.Fits, _ isCancelled: () -> Bool
    ) -> Bool {
        let digits = words.indices.compactMap { UnicodeRule.HexDigits(words[$0], bit: 1 << UInt32($0)) }
        for scalar in rule.scalars {
            if scalar % Self.namesBetweenLooks == 0, isCancelled() { return false }
            var fits = front
            for word in digits { word.look(in: scalar, &fits) }
            if let place = score.place(of: fits, wordsOfName: rule.words) { places[place].append(scalar) }
        }
        return true
    }

    /// Searches a rule's names including their syllables. Returns false if the search was cancelled.
    private mutating func searchSyllables(
        _ rule: UnicodeRule, _ front: UnicodeScore.Fits, _ isCancelled: () -> Bool
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: UnicodeRule.longestSyllable) { syllable in
            for scalar in rule.scalars {
                if scalar % Self.namesBetweenLooks == 0, isCancelled() { return false }
                let count = rule.syllable(scalar, into: syllable)
                var fits = score.fits(in: UnsafeBufferPointer(syllable), 0, count)
                fits.formUnion(front)
                if let place = score.place(of: fits, wordsOfName: rule.words) { places[place].append(scalar) }
            }
            return true
        }
    }
}
