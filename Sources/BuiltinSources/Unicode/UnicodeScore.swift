import Bytes

/// How well a character matches a query.
///
/// There are these classes, best first, where "common" means what people use first:
///
///     0   whole, common   each word is a word of a name or a keyword of the character
///     1   start, common   each word begins such a word
///     2   whole, others
///     3   start, others
///     4   inside, common  each word occurs somewhere
///     5   inside, others
///
/// Within a class, the fewer words a phrase has that were not asked for, the better, so that a character one of whose
/// names is just the query comes first. A keyword counts as a phrase with one more word, and a match that takes several
/// phrases comes last. Characters that still match equally well stay in the order of `UnicodeNames`.
struct UnicodeScore {
    /// How the words of a query occur in a text, with one bit per word.
    struct Fits {
        /// The words that occur there, those that begin a word there, and those that are one.
        var (inside, start, whole): (UInt32, UInt32, UInt32) = (0, 0, 0)

        mutating func formUnion(_ other: Fits) {
            inside |= other.inside
            start |= other.start
            whole |= other.whole
        }
    }

    /// The words, one after the other, and the range of each.
    private let bytes: [UInt8]
    private let words: [Range<Int>]

    /// The bits of all words, as in `Fits`.
    private let all: UInt32

    /// Creates the score for a query of these words, which must be distinct: `UnicodeQuery.mostWords` at most.
    init(_ words: [[UInt8]]) {
        bytes = Array(words.joined())
        var end = 0
        self.words = words.map { word in
            defer { end += word.count }
            return end..<end + word.count
        }
        all = UInt32.max >> UInt32(UInt32.bitWidth - words.count)
    }

    // MARK: The order

    /// The number of places in the order.
    static let places = 6 * (mostOthers + 1)

    /// How many additional words a match can count for. A match that takes several phrases counts for this many, one in
    /// a single phrase for at most one less.
    private static let mostOthers = 15

    /// How many additional words a keyword counts for: it says what the character is related to, not what it is.
    private static let keywordPenalty = 1

    /// Returns the place of a match in the order, from 0 to `places` - 1; nil if some word does not occur at all.
    ///
    /// - Parameters:
    ///   - fits: How the words occur in all phrases of the character together.
    ///   - whole: The number of additional words in the shortest phrase that has every word of the query as a word.
    ///   - start: The same for phrases in which every word of the query begins a word.
    private func place(_ fits: Fits, whole: Int, start: Int, isCommon: Bool) -> Int? {
        guard fits.inside == all else { return nil }
        if fits.whole == all { return Self.place(class: isCommon ? 0 : 2, whole) }
        if fits.start == all { return Self.place(class: isCommon ? 1 : 3, start) }
        return Self.place(class: isCommon ? 4 : 5, 0)
    }

    private static func place(class number: Int, _ others: Int) -> Int { number * (mostOthers + 1) + others }

    /// Returns a character's place in the order; nil if it does not match.
    ///
    /// - Parameter phrases: Its names and keywords, as a line of `UnicodeNames`.
    func place(of phrases: UnsafeBufferPointer<UInt8>, isCommon: Bool) -> Int? {
        var fits = Fits()
        var (whole, start) = (Self.mostOthers, Self.mostOthers)
        var (first, penalty) = (0, 0)
        while first < phrases.count {
            let end = ByteScan.run(in: phrases, from: first, to: { ByteScan.below($0, 0x20) }).end
            // Most characters have only one phrase: if a word is missing from it, the others need not be looked for.
            let isOnly = first == 0 && end == phrases.count
            let found = self.fits(in: phrases, first, end, untilOneIsMissing: isOnly)
            if isOnly, found.inside != all { return nil }
            if found.start == all {
                let others = min(others(than: phrases[first..<end]) + penalty, Self.mostOthers - 1)
                start = min(start, others)
                if found.whole == all { whole = min(whole, others) }
            }
            fits.formUnion(found)
            penalty = end < phrases.count && phrases[end] == UnicodeNames.beforeKeyword ? Self.keywordPenalty : 0
            first = end + 1
        }
        return place(fits, whole: whole, start: start, isCommon: isCommon)
    }

    /// Returns the place in the order of a character whose name has `wordsOfName` words and in which the words of the
    /// query occur as `fits` says.
    func place(of fits: Fits, wordsOfName: Int) -> Int? {
        let others = max(wordsOfName - words.count, 0)
        return place(fits, whole: others, start: others, isCommon: false)
    }

    /// Returns how many words a phrase has in addition to those that were asked for.
    private func others(than phrase: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        max(phrase.reduce(1) { Self.partsWords($1) ? $0 + 1 : $0 } - words.count, 0)
    }

    // MARK: Fits

    /// Returns how the words occur in the phrase from `first` to `end`.
    ///
    /// - Parameter untilOneIsMissing: Whether to stop after the first word that does not occur.
    func fits(in text: UnsafeBufferPointer<UInt8>, _ first: Int, _ end: Int, untilOneIsMissing: Bool = false) -> Fits {
        var fits = Fits()
        bytes.withUnsafeBufferPointer { bytes in
            for index in words.indices {
                let word = UnsafeBufferPointer(rebasing: bytes[words[index]])
                let bit: UInt32 = 1 << UInt32(index)
                Self.look(for: word, in: text, first, end, bit: bit, &fits)
                if untilOneIsMissing, fits.inside & bit == 0 { return }
            }
        }
        return fits
    }

    /// Looks for `word` and sets `bit` where it belongs in `fits`.
    private static func look(
        for word: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, _ first: Int, _ end: Int,
        bit: UInt32,
        _ fits: inout Fits
    ) {
        let initial = word[0]
        var place = first
        search: while place + word.count <= end {
            defer { place += 1 }
            guard text[place] == initial else { continue }
            for offset in 1..<max(word.count, 1) where text[place + offset] != word[offset] { continue search }
            fits.inside |= bit
            guard place == first || partsWords(text[place - 1]) else { continue }
            fits.start |= bit
            guard place + word.count == end || partsWords(text[place + word.count]) else { continue }
            fits.whole |= bit
            return
        }
    }

    @inline(__always)
    private static func partsWords(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x2D }
}
