import HTTP
import SearchSource
import Signals
import Time

/// Which of several equal servers is asked first: one that has failed is asked last for half a minute.
final class Servers {
    /// How long a failure counts.
    static let memory = Duration.seconds(30)
    /// How long they may take in all, and each of them.
    static let (whole, connecting, firstByte) = (Duration.seconds(15), Duration.seconds(1), Duration.seconds(3))

    private let timeline: Timeline
    /// When servers have failed last. There are no more than somebody has configured.
    private var failures: [String: Instant] = [:]

    init(timeline: Timeline) {
        self.timeline = timeline
    }

    /// The places of `requests`, in the order in which they are to be sent: as they stand, and behind them those whose
    /// servers have failed, the one that did so longest ago first.
    func order(of requests: [HTTPRequest]) -> [Int] {
        let now = timeline.now
        let failed = requests.map { request in
            failures[request.origin].flatMap { $0.duration(to: now) < Self.memory ? $0 : nil }
        }
        return requests.indices.sorted { left, right in
            switch (failed[left], failed[right]) {
            case (nil, nil): left < right
            case (nil, _): true
            case (_, nil): false
            case (let first?, let second?): first == second ? left < right : first < second
            }
        }
    }

    /// Takes note of how a server has done.
    func note(_ request: HTTPRequest, hasFailed: Bool) {
        failures[request.origin] = hasFailed ? timeline.now : nil
    }

    /// Whether another server may do better: this one cannot be reached, hangs, breaks off, or says that what stands
    /// behind it does. No other answer is a failure of the server.
    static func hasFailed(_ result: FetchResult) -> Bool {
        switch result {
        case .response(let response): (502...504).contains(response.status)
        case .failed(let error): [.unreachable, .timedOut, .cutOff].contains(error.code)
        case .computed, .rows: false
        }
    }
}
