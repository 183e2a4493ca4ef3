import CurlTransport
import HTTP
import Platform
import Testing

@testable import Engine
@testable import FetchHost

/// Requests to a port on which nothing listens: each fails on its own.
@Suite struct RequestsTests {
    private let wakeup: Wakeup
    private let requests: Requests

    init() throws {
        wakeup = try Wakeup()
        requests = Requests(CurlTransport.Configuration(userAgent: "test"), wakeup: wakeup)
    }

    private func send(_ ids: ClosedRange<Int>) {
        for id in ids { requests.send(HTTPRequest(url: "http://127.0.0.1:1/"), id: FetchID(id), concurrency: 4) }
    }

    private func waitUntilWoken() {
        var polled = PollSet()
        _ = polled.add(wakeup.readEnd, for: .readable)
        polled.wait(atMost: .seconds(60))
        wakeup.drain()
    }

    @Test(.timeLimit(.minutes(10))) func eachRequestIsReportedExactlyOnce() {
        send(1...50)
        var heard: [Int] = []
        while heard.count < 50 {
            waitUntilWoken()
            for (id, result) in requests.takeFinished() {
                heard.append(id.number)
                if case .failed = result { continue }
                Issue.record("\(id) ended with \(result)")
            }
        }
        #expect(heard.sorted() == Array(1...50))
        #expect(requests.takeFinished().isEmpty)
    }

    /// The request has finished and its result is ready when it is cancelled.
    @Test func aCancelledRequestIsNotReported() {
        send(1...1)
        waitUntilWoken()
        requests.cancel(FetchID(1))
        #expect(requests.takeFinished().isEmpty)
        send(2...2)
        waitUntilWoken()
        #expect(requests.takeFinished().map(\.id.number) == [2])
    }
}
