import Engine
import HTTP
import JSON
import SearchSource
import Testing
import TestSupport

/// Which requests are retried automatically, and after what delay.
@Suite struct FetcherTests {
    let harness = EngineHarness()

    func search() {
        harness.send(["jsonrpc": "2.0", "method": "setQuery", "params": ["query": "swift"]])
        harness.advance(to: 300)
    }

    func fail(_ error: SourceError) { harness.answer(.page(.failure(error))) }

    @Test func transientFailuresAreRetriedTwiceWithGrowingDelays() {
        search()
        fail(SourceError(.offline, "no", isTransient: true))
        harness.advance(to: 5_000)
        fail(SourceError(.offline, "no", isTransient: true))
        harness.advance(to: 10_000)
        fail(SourceError(.offline, "no", isTransient: true))
        harness.advance(to: 50_000)
        let times = harness.asks.map(\.at)
        #expect(times.count == 3)
        #expect((100..<300).contains(times[1] - 300), "200 ms, and up to half as much more or less")
        #expect((200..<600).contains(times[2] - 5_000), "400 ms, and up to half as much more or less")
        #expect(harness.messages.last?.message["params"]?.object?["status"] == "error")
    }

    @Test func theSameSeedGivesTheSameDelays() {
        func times(_ seed: UInt64) -> [Int] {
            let harness = EngineHarness(
                SearchEngine.Configuration(
                    sources: [FakeSource()], defaultSource: "fake", version: "test", seed: seed))
            harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "swift"]])
            for _ in 0..<2 {
                harness.answer(.page(.failure(SourceError(.offline, "no", isTransient: true))))
                harness.advance(to: harness.now + 1_000)
            }
            return harness.asks.map(\.at)
        }
        #expect(times(1) == times(1))
        #expect(times(1) != times(2))
    }

    @Test func failuresThatAreNotTransientAreNotRetried() {
        search()
        fail(SourceError(.timeout, "no", isRetryable: true))
        harness.advance(to: 50_000)
        #expect(harness.asks.count == 1)
    }

    @Test func aServerThatAsksForMoreThanTwoSecondsIsNotRetried() {
        search()
        fail(SourceError(.rateLimited, "no", isTransient: true, retryAfter: .milliseconds(2_001)))
        #expect(harness.messages.last?.message["params"]?.object?["status"] == "error")
        harness.advance(to: 50_000)
        #expect(harness.asks.count == 1)
    }

    @Test func anAbsurdlyLongRetryAfterDoesNotCrashTheEngine() {
        search()
        harness.answer(["1"], next: "1")
        harness.send(["jsonrpc": "2.0", "method": "reachedBottom"])
        fail(SourceError(.rateLimited, "no", isRetryable: true, retryAfter: .milliseconds(Int.max)))
        harness.send(["jsonrpc": "2.0", "id": 1, "method": "reachedBottom"])
        let answer = harness.messages.last { $0.message["id"] == 1 }?.message["result"]?.object
        #expect(answer?["outcome"] == "backingOff")
    }

    @Test func theErrorMessageOfAServiceIsCutToOneLineOf4KiB() {
        search()
        fail(SourceError(.source, "no\n\u{1B}\u{7F}" + String(repeating: "é", count: 1 << 20)))
        let error = harness.messages.first { $0.message["method"] == "error" }?.message["params"]?.object
        // A two-byte character begins at each odd offset, and none is cut in two.
        #expect(error?["message"]?.string == "no   " + String(repeating: "é", count: 2045) + "…")
    }

    @Test func aNewerGenerationEndsTheRetries() {
        search()
        fail(SourceError(.offline, "no", isTransient: true))
        harness.send(["jsonrpc": "2.0", "method": "submit", "params": ["query": "rust"]])
        harness.answer(["1"])
        harness.advance(to: 50_000)
        #expect(harness.asks.count == 2 && !harness.hasWake)
    }

    @Test(arguments: [
        (TransportError.Code.unreachable, SourceError.Kind.offline, true),
        (.timedOut, .timeout, true), (.cutOff, .http, true), (.insecure, .http, false), (.tooLarge, .http, false),
        (.unsendable, .config, false), (.unavailable, .config, true), (.malformed, .http, false),
        (.exhausted, .source, true),
    ])
    func eachTransportErrorMapsToItsKind(_ code: TransportError.Code, _ kind: SourceError.Kind, _ isRetryable: Bool) {
        let error = SourceError(TransportError(code, "http://host: why"))
        #expect(error.kind == kind && error.isRetryable == isRetryable && error.message == "http://host: why")
    }

    @Test(arguments: [
        (400, SourceError.Kind.http, false, false), (401, .auth, false, false), (403, .auth, false, false),
        (404, .http, false, false), (429, .rateLimited, true, true), (500, .http, true, false),
        (502, .http, true, true), (503, .http, true, true), (504, .http, true, true), (302, .http, false, false),
    ])
    func eachStatusMapsToItsKind(_ status: Int, _ kind: SourceError.Kind, _ isRetryable: Bool, _ isTransient: Bool) {
        let response = HTTPResponse(status: status, headers: ["Retry-After": "3"])
        let error = SourceError(status: response, from: "http://host")
        #expect(error.kind == kind && error.isRetryable == isRetryable && error.isTransient == isTransient)
        #expect(error.httpStatus == status && error.retryAfter == .seconds(3))
        #expect(error.message.hasPrefix("http://host answered with status \(status)"))
    }
}
