/// Selects and sorts matches by their keys: smaller is better.
enum BestKeys {
    /// Returns the best `count` keys, best first.
    static func pick(_ count: Int, from lists: [[UInt64]]) -> [UInt64] {
        var best: [UInt64] = []
        best.reserveCapacity(2 * count)
        // A key that is not below this bound is not among the best.
        var bound = UInt64.max
        for list in lists {
            for key in list where key < bound {
                best.append(key)
                if best.count == 2 * count {
                    best.sort()
                    best.removeLast(count)
                    bound = best[count - 1]
                }
            }
        }
        best.sort()
        return Array(best.prefix(count))
    }

    /// Returns all keys, best first. `lists` must be in list order, because only scores and lengths are compared.
    static func sorted(_ lists: [[UInt64]]) -> [UInt64] {
        var keys = Array(lists.joined())
        var other = keys
        for shift in stride(from: UInt64(32), to: 64, by: 8) {
            var counts = [Int](repeating: 0, count: 256)
            for key in keys { counts[Int(key >> shift & 0xFF)] += 1 }
            // All keys have the same digit, so they are in order.
            if counts.contains(keys.count) { continue }
            var start = 0
            for index in counts.indices { (counts[index], start) = (start, start + counts[index]) }
            for key in keys {
                let digit = Int(key >> shift & 0xFF)
                other[counts[digit]] = key
                counts[digit] += 1
            }
            swap(&keys, &other)
        }
        return keys
    }
}
