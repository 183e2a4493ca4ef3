/// A text that matches a query.
public struct Match: Hashable, Sendable {
    /// The number of the text in its list.
    public var index: Int

    /// How well it matches, from 0 on; more is better.
    public var score: Int
}

/// A match as it is sorted: as a number, the smaller the better. The score, then the shorter text, then the list's order.
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
