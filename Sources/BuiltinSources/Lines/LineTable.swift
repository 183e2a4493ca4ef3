/// What is known about each line besides its text: the hash of its key, and its number. A copy costs next to nothing
/// and does not change when lines are added to the original.
struct LineTable: Sendable {
    /// Consecutive lines that do not change any more.
    private final class Chunk: Sendable {
        let hashes: [UInt64]
        let numbers: [UInt32]

        init(hashes: [UInt64], numbers: [UInt32]) {
            self.hashes = hashes
            self.numbers = numbers
        }
    }

    private var chunks: [Chunk] = []
    private var hashes: [UInt64] = []
    private var numbers: [UInt32] = []

    /// How many lines a chunk has.
    private static let chunkSize = 4096

    /// How many lines there are.
    var count: Int { chunks.count * Self.chunkSize + hashes.count }

    /// Adds a line.
    mutating func append(hash: UInt64, number: Int) {
        hashes.append(hash)
        numbers.append(UInt32(clamping: number))
        guard hashes.count == Self.chunkSize else { return }
        chunks.append(Chunk(hashes: hashes, numbers: numbers))
        hashes.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
    }

    /// Returns the number of a line in its file.
    func number(_ index: Int) -> Int {
        let (chunk, place) = index.quotientAndRemainder(dividingBy: Self.chunkSize)
        return Int(chunk < chunks.count ? chunks[chunk].numbers[place] : numbers[place])
    }

    /// Returns the hash of a line.
    func hash(_ index: Int) -> UInt64 {
        let (chunk, place) = index.quotientAndRemainder(dividingBy: Self.chunkSize)
        return chunk < chunks.count ? chunks[chunk].hashes[place] : hashes[place]
    }

    /// Returns which copy each of these lines is among those with the same hash, from 1. This takes one pass over the
    /// hashes up to the last line.
    func copies(of indices: [Int]) -> [Int: Int] {
        var wanted = Wanted()
        for index in indices { wanted.insert(hash(index)) }
        let ofInterest = Set(indices)
        var (counts, copies) = ([UInt64: Int](), [Int: Int]())
        forEachHash(upTo: (indices.max() ?? -1) + 1) { index, hash in
            guard wanted.mayContain(hash), wanted.contains(hash) else { return true }
            counts[hash, default: 0] += 1
            if ofInterest.contains(index) { copies[index] = counts[hash] }
            return true
        }
        return copies
    }

    /// Returns the index of the `copy`th line with this hash, from 1; nil if there are fewer.
    func index(of hash: UInt64, copy: Int) -> Int? {
        var (found, left) = (nil as Int?, copy)
        forEachHash(upTo: count) { index, other in
            if other == hash { left -= 1 }
            if left == 0 { found = index }
            return left > 0
        }
        return found
    }

    /// A set of hashes that quickly rules out most others.
    private struct Wanted {
        private var bits = [UInt64](repeating: 0, count: 64)
        private var hashes: Set<UInt64> = []

        mutating func insert(_ hash: UInt64) {
            bits[Int(hash >> 6 & 63)] |= 1 << (hash & 63)
            hashes.insert(hash)
        }

        func mayContain(_ hash: UInt64) -> Bool { bits[Int(hash >> 6 & 63)] & 1 << (hash & 63) != 0 }

        func contains(_ hash: UInt64) -> Bool { hashes.contains(hash) }
    }

    /// Calls `body` with the hashes of the first `end` lines until it returns false.
    private func forEachHash(upTo end: Int, _ body: (_ index: Int, _ hash: UInt64) -> Bool) {
        var first = 0
        for hashes in chunks.lazy.map(\.hashes) + [hashes] {
            for place in 0..<min(hashes.count, end - first) where !body(first + place, hashes[place]) { return }
            first += hashes.count
            if first >= end { return }
        }
    }
}
