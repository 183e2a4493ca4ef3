/// One search of a list, in pieces that any thread can do, in any order.
///
///     let search = MatchSearch(for: query, in: list, narrowing: lastRanking)
///     let slices = (0..<search.sliceCount).map { search.slice($0, isCancelled: isCancelled) }   // on threads
///     let ranking = search.ranking(of: slices)
///
/// What is added to the list later is not found: the search has the list as it was.
public struct MatchSearch: Sendable {
    /// What is looked for.
    public let query: MatchQuery

    private let blocks: [MatchBlock]
    private let count: Int

    /// What an earlier search has found, which is all that can be found now.
    private let earlier: MatchRanking?

    /// A search for `query` in all of `list`.
    ///
    /// - Parameter ranking: What an earlier search of the same list has found, maybe when it was shorter. If all that is
    ///   looked for now must be among that, and it is little, no more is looked at. Any ranking may be given.
    public init(for query: MatchQuery, in list: MatchList, narrowing ranking: MatchRanking? = nil) {
        self.query = query
        blocks = list.snapshot
        count = list.count
        earlier = ranking.flatMap { $0.canBeNarrowed(to: query, in: list.count) ? $0 : nil }
    }

    /// In how many pieces it can be done; 0 if nothing is to be done.
    public var sliceCount: Int { query.isEmpty ? 0 : blocks.count }

    /// What one piece of a search has found.
    public struct Slice: Sendable {
        /// In the list's order, as `MatchKey` has them.
        var keys: [UInt64]
    }

    /// Does one piece, some tenths of a millisecond of work; nil if `isCancelled` became true meanwhile, which is asked
    /// every 100 µs or so.
    public func slice(_ number: Int, isCancelled: () -> Bool) -> Slice? {
        guard blocks.indices.contains(number) else { return Slice(keys: []) }
        let block = blocks[number]
        // The place of this is in the binary, which is to be the same wherever it was built.
        #sourceLocation(file:"slice",line:1)
        let found = withoutActuallyEscaping(isCancelled) { isCancelled in
            let scan = BlockScan(query, block, isCancelled)
            if let earlier, let candidates = earlier.candidates(in: block, number) {
                return scan.keys(among: candidates)
            }
            return scan.keys()
        }
        #sourceLocation()
        return found.map(Slice.init)
    }

    /// Puts together what the pieces have found, which are all there, in order.
    public func ranking(of slices: [Slice]) -> MatchRanking {
        MatchRanking(query, blocks, count, query.isEmpty ? nil : slices.map(\.keys))
    }

    /// Does all of it here; nil if `isCancelled` became true meanwhile.
    public func ranking(isCancelled: () -> Bool) -> MatchRanking? {
        var slices: [Slice] = []
        for number in 0..<sliceCount {
            guard !isCancelled(), let slice = slice(number, isCancelled: isCancelled) else { return nil }
            slices.append(slice)
        }
        return ranking(of: slices)
    }
}
