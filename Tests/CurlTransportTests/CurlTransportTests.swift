import CurlTransport
import HTTP
import Testing
import Time

/// The queue in front of libcurl. No request leaves the machine: nothing listens on the port, and the loop that drives
/// libcurl is not run.
@Suite struct CurlTransportTests {
    /// Returns the instant that is `time` after the first one.
    func at(_ time: Duration) -> Instant { Instant(time) }

    func transport() -> CurlTransport {
        CurlTransport(CurlTransport.Configuration(userAgent: "seekline-tests"), wallClock: { 0 })
    }

    let request = HTTPRequest(url: "http://127.0.0.1:9/")

    @Test func aRequestThatWaitsTooLongForASlotTimesOut() throws {
        let transport = transport()
        for id in 1...100 { transport.send(request, id: id, concurrency: 1, now: at(.nanoseconds(id))) }
        transport.cancel(id: 50, now: at(.nanoseconds(100)))
        #expect(transport.takeCompleted().isEmpty)
        // The first one is running; the second one has been waiting since 2 ns.
        #expect(try #require(transport.deadline) <= at(.seconds(15) + .nanoseconds(2)))
        transport.cancel(id: 1, now: at(.seconds(15) + .nanoseconds(100)))
        #expect(transport.deadline == at(.seconds(15) + .nanoseconds(100)), "there is something to take")
        let completed = transport.takeCompleted()
        #expect(Set(completed.map(\.id)) == Set(2...100).subtracting([50]))
        for (_, result) in completed {
            guard case .failure(let error) = result else {
                Issue.record("\(result)")
                continue
            }
            #expect(error.code == .timedOut)
            #expect(
                error.message
                    == "http://127.0.0.1:9: the request was not sent within 15000 ms, because too many others were waiting"
            )
        }
    }

    @Test func tenThousandWaitingRequestsCanBeCancelled() {
        let transport = transport()
        for id in 0..<10_000 { transport.send(request, id: id, concurrency: 1, now: at(.zero)) }
        for id in (0..<10_000).reversed() { transport.cancel(id: id, now: at(.nanoseconds(1))) }
        #expect(transport.takeCompleted().isEmpty)
        transport.send(request, id: 10_000, concurrency: 1, now: at(.nanoseconds(2)))
        transport.cancel(id: 10_000, now: at(.nanoseconds(3)))
        #expect(transport.takeCompleted().isEmpty)
    }
}
