/// The names of all Unicode scalars that have one, made to be searched.
///
/// The names stand one behind the other in one block of bytes, in code point order, each ended by a line feed. A search
/// runs over the whole block for its longest word: at several bytes a cycle that takes less than a millisecond, so
/// there is nothing to be gained by an index proper.
struct UnicodeIndex: Sendable {
    private let names: [UInt8]
    /// Where each name begins in `names`; one more at the end.
    private let starts: [UInt32]
    private let scalars: [UInt32]

    /// The index of all names, made when it is first needed; whoever needs it meanwhile waits.
    static let shared = UnicodeIndex()

    /// Reads the names that the standard library knows. Takes some 70 ms.
    private init() {
        var names: [UInt8] = []
        var starts: [UInt32] = []
        var scalars: [UInt32] = []
        names.reserveCapacity(5_000_000)
        starts.reserveCapacity(160_000)
        scalars.reserveCapacity(160_000)
        for value: UInt32 in 0...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else { continue }
            starts.append(UInt32(names.count))
            scalars.append(value)
            names.append(contentsOf: name.utf8)
            names.append(UnicodeIndex.end)
        }
        starts.append(UInt32(names.count))
        self.names = names
        self.starts = starts
        self.scalars = scalars
    }

    private static let end = UInt8(ascii: "\n")

    /// How well a name matches.
    private enum Rank: Int, CaseIterable {
        /// The name is just these words.
        case exact
        /// Each word begins a word of the name.
        case wordPrefix
        /// Each word stands somewhere in the name.
        case inside
    }

    /// The scalars in whose names all `words` stand, best first; nil if `isCancelled` becomes true meanwhile.
    ///
    /// - Parameters:
    ///   - words: Not empty, in upper case, without white space.
    func search(_ words: [[UInt8]], isCancelled: () -> Bool) -> [Unicode.Scalar]? {
        guard let longest = words.max(by: { $0.count < $1.count }) else { return [] }
        let whole = Array(words.joined(separator: [0x20]))
        let others = words.filter { $0 != longest }
        var ranked = [[UInt32]](repeating: [], count: Rank.allCases.count)
        let isComplete = names.withUnsafeBufferPointer { bytes in
            longest.withUnsafeBufferPointer { needle in
                var finder = ByteFinder(needle, in: bytes)
                var line = 0
                while let hit = finder.next(isCancelled: isCancelled) {
                    while starts[line + 1] <= hit { line += 1 }
                    let name = bytes[Int(starts[line])..<Int(starts[line + 1]) - 1]
                    finder.position = Int(starts[line + 1])
                    guard others.allSatisfy({ name.contains($0, atWordStart: false) }) else { continue }
                    let rank: Rank =
                        name.elementsEqual(whole)
                        ? .exact : words.allSatisfy { name.contains($0, atWordStart: true) } ? .wordPrefix : .inside
                    ranked[rank.rawValue].append(scalars[line])
                }
                return !finder.wasCancelled
            }
        }
        return isComplete ? ranked.joined().compactMap(Unicode.Scalar.init) : nil
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Whether `word` stands here; at the start of a word, if that is asked for.
    fileprivate func contains(_ word: [UInt8], atWordStart: Bool) -> Bool {
        guard let first = word.first, word.count <= count else { return false }
        for start in startIndex...(endIndex - word.count) where self[start] == first {
            if atWordStart, start > startIndex, self[start - 1] != 0x20, self[start - 1] != 0x2D { continue }
            if self[start..<start + word.count].elementsEqual(word) { return true }
        }
        return false
    }
}
