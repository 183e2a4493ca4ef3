import Bytes

/// How well what is asked for fits a character.
///
/// These classes there are, best first, where what is common is what people use first:
///
///     0   whole, common   each word is a word of what the character is called
///     1   start, common   each word begins such a word
///     2   whole, others
///     3   start, others
///     4   inside, common  each word stands somewhere
///     5   inside, others
///
/// Within a class the shorter phrase is the better one: the fewer words it has that were not asked for. So what is called
/// just that, in one way or another, comes first. A keyword counts as a phrase with one word more, and words from several
/// phrases come last. What still fits equally well stays in the order of `UnicodeNames`.
struct UnicodeScore {
    /// How the words of a query stand in a text: a bit a word.
    struct Fits {
        /// Those that stand there, those that begin a word there, those that are one.
        var (inside, start, whole): (UInt32, UInt32, UInt32) = (0, 0, 0)

        mutating func formUnion(_ other: Fits) {
            inside |= other.inside
            start |= other.start
            whole |= other.whole
        }
    }

    /// The words, one behind the other, and where each is.
    private let bytes: [UInt8]
    private let words: [Range<Int>]

    /// All bits of `Fits`.
    private let all: UInt32

    /// A query of these words, each of which is there once: `UnicodeQuery.mostWords` at most.
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

    /// How many places there are in the order.
    static let places = 6 * (mostOthers + 1)

    /// How many words more than were asked for are told from each other. So many have what needs several phrases.
    private static let mostOthers = 15

    /// How many words more than it has a keyword counts for: it says what the character has to do with, not what it is.
    private static let keywordPenalty = 1

    /// Where something stands in the order, from 0 to `places` - 1; nil if some word does not stand there at all.
    ///
    /// - Parameters:
    ///   - fits: How the words stand in all its phrases together.
    ///   - whole: How many other words the shortest phrase has of which all words of the query are words.
    ///   - start: The same, of those where they begin words.
    private func place(_ fits: Fits, whole: Int, start: Int, isCommon: Bool) -> Int? {
        guard fits.inside == all else { return nil }
        if fits.whole == all { return Self.place(class: isCommon ? 0 : 2, whole) }
        if fits.start == all { return Self.place(class: isCommon ? 1 : 3, start) }
        return Self.place(class: isCommon ? 4 : 5, 0)
    }

    private static func place(class number: Int, _ others: Int) -> Int { number * (mostOthers + 1) + others }

    /// Where a character stands in the order; nil if it is not found.
    ///
    /// - Parameter phrases: What it is called, as a line of `UnicodeNames`.
    func place(of phrases: UnsafeBufferPointer<UInt8>, isCommon: Bool) -> Int? {
        var fits = Fits()
        var (whole, start) = (Self.mostOthers, Self.mostOthers)
        var (first, penalty) = (0, 0)
        while first < phrases.count {
            let end = ByteScan.run(in: phrases, from: first, to: { ByteScan.below($0, 0x20) }).end
            // Most have this phrase only: it has all words, or the others need not be looked for.
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

    /// Where a character stands in the order whose name is so long, and in which the words stand so.
    func place(of fits: Fits, wordsOfName: Int) -> Int? {
        let others = max(wordsOfName - words.count, 0)
        return place(fits, whole: others, start: others, isCommon: false)
    }

    /// How many words a phrase has beside those that were asked for.
    private func others(than phrase: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        max(phrase.reduce(1) { Self.partsWords($1) ? $0 + 1 : $0 } - words.count, 0)
    }

    // MARK: Fits

    /// How the words stand in the phrase from `first` to `end`.
    ///
    /// - Parameter untilOneIsMissing: Whether it is enough to know the first one that stands nowhere.
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

    /// Sets `bit` where it belongs.
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
