/// A search of a list, split into slices that any thread can process, in any order.
///
///     let search = MatchSearch(for: query, in: list, narrowing: lastRanking)
///     let slices = (0..<search.sliceCount).map { search.slice($0, isCancelled: isCancelled) }   // on threads
///     let ranking = search.ranking(of: slices)
///
/// The search has a snapshot of the list: strings appended later are not found.
public struct MatchSearch: Sendable {
    /// The query to search for.
    public let query: MatchQuery

    private let blocks: [MatchBlock]
    private let count: Int

    /// The result of an earlier search, which contains everything that can be found now; nil if there is none.
    private let earlier: MatchRanking?

    /// Creates a search for `query` in all of `list`.
    ///
    /// - Parameter ranking: The result of an earlier search of the same list, which may have been shorter. If it is
    ///   small and must contain every match among the strings searched then, no others of those are examined. Any
    ///   ranking may be passed.
    public init(for query: MatchQuery, in list: MatchList, narrowing ranking: MatchRanking? = nil) {
        self.query = query
        blocks = list.snapshot
        count = list.count
        earlier = ranking.flatMap { $0.canBeNarrowed(to: query, in: list.count) ? $0 : nil }
    }

    /// The number of slices; 0 if there is nothing to do.
    public var sliceCount: Int { query.isEmpty ? 0 : blocks.count }

    /// The result of one slice of a search.
    public struct Slice: Sendable {
        /// The matches in list order, as `MatchKey`s.
        var keys: [UInt64]
    }

    /// Processes one slice, which takes some tenths of a millisecond. Returns nil if `isCancelled`, which is called
    /// every 100 µs or so, returned true.
    public func slice(_ number: Int, isCancelled: () -> Bool) -> Slice? {
        guard blocks.indices.contains(number) else { return Slice(keys: []) }
        let block = blocks[number]
        // This location ends up in the binary, which must be the same wherever it is built.
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

    /// Combines the results of the slices, which must be complete and in order.
    public func ranking(of slices: [Slice]) -> MatchRanking {
        MatchRanking(query, blocks, count, query.isEmpty ? nil : slices.map(\.keys))
    }

    /// Runs the whole search on this thread. Returns nil if `isCancelled` returned true.
    public func ranking(isCancelled: () -> Bool) -> MatchRanking? {
        var slices: [Slice] = []
        for number in 0..<sliceCount {
            guard !isCancelled(), let slice = slice(number, isCancelled: isCancelled) else { return nil }
            slices.append(slice)
        }
        return ranking(of: slices)
    }
}
