import Dispatch
import Platform
import Synchronization
import Testing

@testable import FetchHost

@Suite struct OrdersTests {
    /// Orders from one giver keep their order; none is lost, whether the thread sleeps, is awake or has yet to start.
    @Test(.timeLimit(.minutes(10))) func everyOrderIsTakenExactlyOnceAndInSequence() throws {
        let orders = Orders<(giver: Int, number: Int)>()
        let taken = Mutex([[Int]](repeating: [], count: 4))
        let wasTaken = DispatchSemaphore(value: 0)
        orders.give((giver: 3, number: 0))
        try orders.startThread { wakeup in
            var polled = PollSet()
            _ = polled.add(wakeup.readEnd, for: .readable)
            while taken.withLock({ $0.map(\.count).reduce(0, +) }) < 3101 {
                for order in orders.take() {
                    taken.withLock { $0[order.giver].append(order.number) }
                    wasTaken.signal()
                }
                polled.wait(atMost: .seconds(60))
                wakeup.drain()
            }
        }
        DispatchQueue.concurrentPerform(iterations: 3) { giver in
            for number in 0..<1000 { orders.give((giver: giver, number: number)) }
        }
        for _ in 0..<3001 { wasTaken.wait() }
        // The thread sleeps before each of these.
        for number in 1...100 {
            orders.give((giver: 3, number: number))
            #expect(wasTaken.wait(timeout: .now() + 30) == .success)
        }
        let all = [1000, 1000, 1000, 101].map { Array(0..<$0) }
        let isInOrder = taken.withLock { $0 == all }
        #expect(isInOrder)
    }
}
