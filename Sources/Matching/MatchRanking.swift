/// The result of a search, best match first. It does not change, so pages may be requested for as long as it is kept.
///
/// The order is by higher score, then by shorter string (in characters, without surrounding whitespace, up to 65,535),
/// then by position in the list. If the query is empty or has only inverse terms, it is list order.
public struct MatchRanking: Sendable {
    /// The query that was searched for.
    public let query: MatchQuery

    /// The number of strings that match.
    public let total: Int

    /// The list as it was when it was searched.
    private let blocks: [MatchBlock]
    private let listCount: Int

    /// The matches of each block, in list order; nil if every string matches, in that order.
    private let keys: [[UInt64]]?

    /// All matches, best first; nil until they are needed.
    private var sorted: [UInt64]?

    init(_ query: MatchQuery, _ blocks: [MatchBlock], _ listCount: Int, _ keys: [[UInt64]]?) {
        self.query = query
        self.blocks = blocks
        self.listCount = listCount
        self.keys = keys
        total = keys.map { $0.reduce(0) { $0 + $1.count } } ?? listCount
    }

    /// Returns up to `count` matches, beginning with the one at `start` in the order.
    ///
    /// The first page is selected without sorting all matches; a later one sorts them once (about 20 ms for a million).
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

    /// The size of the largest page that is selected without sorting.
    private static let mostPicked = 1000

    // MARK: Narrowing

    /// Whether a search for `query` in a list of `count` strings can be narrowed to these matches, and they are few
    /// enough for that to pay off.
    func canBeNarrowed(to query: MatchQuery, in count: Int) -> Bool {
        keys != nil && listCount <= count && total <= max(count / 8, 1000) && query.isNarrower(than: self.query)
    }

    /// Returns the strings found in a block, by their numbers in it; nil if the search saw a different block there.
    func candidates(in block: MatchBlock, _ number: Int) -> [Int]? {
        guard let keys, blocks.indices.contains(number), blocks[number] === block else { return nil }
        return keys[number].map { MatchKey.index($0) - block.first }
    }
}
