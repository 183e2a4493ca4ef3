/// What a search has found, best first. It does not change: pages may be asked for as long as it is kept.
///
/// The order: the higher score, then the shorter text (in characters, without the blanks around it, up to 65,535), then
/// the one that stands earlier in the list. If a query is empty, or only says what must not be there, the list's own.
public struct MatchRanking: Sendable {
    /// What was looked for.
    public let query: MatchQuery

    /// How many texts match.
    public let total: Int

    /// The list as it was.
    private let blocks: [MatchBlock]
    private let listCount: Int

    /// The matches of each block, in the list's order; nil if all match, in this order.
    private let keys: [[UInt64]]?

    /// All of them, best first, once they are needed.
    private var sorted: [UInt64]?

    init(_ query: MatchQuery, _ blocks: [MatchBlock], _ listCount: Int, _ keys: [[UInt64]]?) {
        self.query = query
        self.blocks = blocks
        self.listCount = listCount
        self.keys = keys
        total = keys.map { $0.reduce(0) { $0 + $1.count } } ?? listCount
    }

    /// The matches from the one with this place in the order on: `count` of them, or what there is.
    ///
    /// The first page is picked out of all matches; for a further one they are sorted, once (some 20 ms for a million).
    public mutating func page(from start: Int, count: Int) -> [Match] {
        guard start >= 0, count > 0, start < total else { return [] }
        let range = start..<start + min(count, total - start)
        guard let keys else { return range.map { Match(index: $0, score: 0) } }
        if sorted == nil, start == 0, range.count <= Self.mostPicked {
            return BestKeys.pick(range.count, from: keys).map(MatchKey.match)
        }
        let all = sorted ?? BestKeys.sorted(keys)
        sorted = all
        return all[range].map(MatchKey.match)
    }

    /// The largest page that is picked out.
    private static let mostPicked = 1000

    // MARK: Narrowing

    /// Whether it is worth the trouble to look only at what was found.
    func canBeNarrowed(to query: MatchQuery, in count: Int) -> Bool {
        keys != nil && listCount <= count && total <= max(count / 8, 1000) && query.isNarrower(than: self.query)
    }

    /// The texts that were found in a block, by their numbers in it; nil if it was another one then.
    func candidates(in block: MatchBlock, _ number: Int) -> [Int]? {
        guard let keys, blocks.indices.contains(number), blocks[number] === block else { return nil }
        return keys[number].map { MatchKey.index($0) - block.first }
    }
}
