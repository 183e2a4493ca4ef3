/// A string that matches a query.
public struct Match: Hashable, Sendable {
    /// The index of the string in its list.
    public var index: Int

    /// How well it matches: at least 0, higher is better.
    public var score: Int
}

/// The sort key of a match, a number: smaller is better. It orders by score, then by length, then by list order.
struct MatchKey {
    static func make(score: Int, length: UInt16, index: Int) -> UInt64 {
        UInt64(UInt16.max - UInt16(clamping: score)) << 48 | UInt64(length) << 32
            | UInt64(UInt32(truncatingIfNeeded: index))
    }

    static func index(_ key: UInt64) -> Int { Int(key & 0xFFFF_FFFF) }

    static func match(_ key: UInt64) -> Match {
        Match(index: index(key), score: Int(UInt16.max - UInt16(truncatingIfNeeded: key >> 48)))
    }
}
