import Testing
import Time

@testable import CurlTransport

@Suite struct WaitingQueueTests {
    /// Counts how often requests are examined.
    final class Looks {
        var count = 0
    }

    struct Request: WaitingRequest {
        let number: Int
        let host: String
        var end = Instant(.seconds(Int64.max))
        var looks = Looks()

        var id: Int {
            looks.count += 1
            return number
        }
        var lane: String { host }
        var deadline: Instant {
            looks.count += 1
            return end
        }
    }

    func at(_ seconds: Int) -> Instant { Instant(.seconds(seconds)) }

    func take(_ queue: inout WaitingQueue<Request>, where isFree: (String) -> Bool = { _ in true }) -> [Int] {
        var taken: [Int] = []
        while let next = queue.takeFirst(where: isFree) { taken.append(next.number) }
        return taken
    }

    @Test func theLongestWaitingRequestThatMayRunIsNext() {
        var queue = WaitingQueue<Request>()
        for (number, host) in [(1, "a"), (2, "b"), (3, "a"), (4, "b"), (5, "c")] {
            queue.add(Request(number: number, host: host))
        }
        #expect(take(&queue) { $0 == "b" } == [2, 4])
        #expect(take(&queue) { $0 == "b" } == [])
        #expect(!queue.isEmpty)
        #expect(take(&queue) == [1, 3, 5])
        #expect(queue.isEmpty)
    }

    @Test func aRemovedRequestIsNeverTaken() {
        var queue = WaitingQueue<Request>()
        for number in 1...100 { queue.add(Request(number: number, host: "a")) }
        let removed = (0...200).filter { $0 % 3 != 0 && queue.remove(id: $0) }
        #expect(removed == (1...100).filter { $0 % 3 != 0 })
        let again = queue.remove(id: 1)
        #expect(!again)
        #expect(take(&queue) == (1...100).filter { $0 % 3 == 0 })
        #expect(queue.isEmpty && queue.deadline == nil)
    }

    @Test func expiredRequestsAreTaken() {
        var queue = WaitingQueue<Request>()
        for number in 1...4 { queue.add(Request(number: number, host: "\(number % 2)", end: at(number * 10))) }
        func late(_ now: Int) -> [Int] {
            var late: [Int] = []
            while let next = queue.takeExpired(at: at(now)) { late.append(next.number) }
            return late.sorted()
        }
        #expect(queue.deadline == at(10))
        #expect(late(9) == [])
        #expect(late(10) == [1])
        #expect(queue.deadline == at(20))
        _ = queue.remove(id: 2)
        #expect(queue.deadline == at(30))
        #expect(late(99) == [3, 4])
    }

    /// A request that has failed at another server has less time left than those that were waiting before it.
    @Test func requestsWithEarlierDeadlinesComeFirst() {
        var queue = WaitingQueue<Request>()
        for (number, end) in [(1, 20), (2, 30), (3, 30), (4, 10), (5, 30), (6, 25)] {
            queue.add(Request(number: number, host: "a", end: at(end)))
        }
        #expect(queue.deadline == at(10))
        #expect(queue.takeExpired(at: at(10))?.number == 4)
        #expect(queue.takeExpired(at: at(10)) == nil)
        #expect(take(&queue) == [1, 6, 2, 3, 5])
    }

    /// In whatever order 10,000 requests to one host are cancelled, each is examined only a few times.
    @Test(arguments: ["first to last", "last to first", "every other", "taken"])
    func noOperationExaminesAllWaitingRequests(_ order: String) {
        let looks = Looks()
        var queue = WaitingQueue<Request>()
        let count = 10_000
        for number in 0..<count {
            queue.add(Request(number: number, host: "a", looks: looks))
            _ = queue.deadline
            _ = queue.takeFirst { _ in false }
        }
        let numbers =
            switch order {
            case "last to first": Array((0..<count).reversed())
            case "every other": (0..<count).map { $0 * 2 % (count + 1) }.filter { $0 < count }
            default: Array(0..<count)
            }
        for number in numbers {
            if order == "taken" { _ = queue.takeFirst { _ in true } } else { _ = queue.remove(id: number) }
            _ = queue.deadline
            _ = queue.takeExpired(at: at(0))
        }
        #expect(looks.count < 12 * count)
    }
}

extension WaitingQueueTests.Request: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}
