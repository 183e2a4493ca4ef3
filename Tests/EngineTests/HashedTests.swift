import Testing

@testable import Engine

@Suite struct HashedTests {
    /// Counts how often keys are hashed and compared.
    private final class Count {
        var hashes = 0
        var comparisons = 0
    }

    private struct Key: Hashable {
        let number: Int
        let count: Count

        static func == (left: Key, right: Key) -> Bool {
            left.count.comparisons += 1
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) {
            count.hashes += 1
            hasher.combine(number)
        }
    }

    @Test func aTableThatGrowsHashesNoKeyAgain() {
        let count = Count()
        var table: [Hashed<Key>: Int] = [:]
        for number in 0..<1000 { table[Hashed(Key(number: number, count: count))] = number }
        #expect(table.count == 1000 && count.hashes == 1000)
        #expect(count.comparisons == 0, "keys with different hashes are not compared")
        #expect(table[Hashed(Key(number: 7, count: count))] == 7)
        #expect(count.hashes == 1001 && count.comparisons == 1)
    }

    @Test func keysWithTheSameHashAreCompared() {
        struct Alike: Hashable {
            let number: Int
            func hash(into hasher: inout Hasher) {}
        }
        var table: [Hashed<Alike>: Int] = [:]
        for number in 0..<10 { table[Hashed(Alike(number: number))] = number }
        #expect((0..<10).allSatisfy { table[Hashed(Alike(number: $0))] == $0 } && table.count == 10)
    }
}
