import Testing

@testable import Bytes

@Suite struct QueueTests {
    @Test func elementsComeOutInTheOrderTheyWereAppended() {
        var queue = Queue<Int>()
        var taken: [Int] = []
        for number in 0..<1000 {
            queue.append(number)
            if number % 3 == 0, let first = queue.popFirst() { taken.append(first) }
        }
        while let first = queue.popFirst() { taken.append(first) }
        #expect(taken == Array(0..<1000) && queue.isEmpty)
    }

    @Test func matchingElementsAreRemovedWhereverTheyAre() {
        var queue = Queue<Int>()
        for number in 0..<10 { queue.append(number) }
        _ = queue.popFirst()
        queue.removeAll { $0 % 3 == 0 }
        #expect(queue.count == 6 && queue[0] == 1)
        var left: [Int] = []
        while let first = queue.popFirst() { left.append(first) }
        #expect(left == [1, 2, 4, 5, 7, 8])
    }

    @Test func memoryIsReleasedEvenIfTheQueueIsNeverEmpty() {
        var queue = Queue<UInt8>()
        let chunk = [UInt8](repeating: 7, count: 4096)
        chunk.withUnsafeBytes { queue.append($0) }
        for _ in 0..<10_000 {
            chunk.withUnsafeBytes { queue.append($0) }
            queue.removeFirst(4096)
        }
        #expect(queue.count == 4096)
        #expect(queue.storage.capacity <= 1 << 16, "40 MB went through it, and 4 KB wait")
    }
}
