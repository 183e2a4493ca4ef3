import HTTP
import SearchSource
import Signals
import Time

/// The order in which several equivalent servers are asked: one that has failed is asked last for half a minute.
final class Servers {
    /// How long a failure counts.
    static let memory = Duration.seconds(30)
    /// The time limits: for all servers together, and for each one to connect and to send the first byte.
    static let (whole, connecting, firstByte) = (Duration.seconds(15), Duration.seconds(1), Duration.seconds(3))

    private let timeline: Timeline
    /// When each server last failed. There are no more than somebody has configured.
    private var failures: [String: Instant] = [:]

    init(timeline: Timeline) {
        self.timeline = timeline
    }

    /// Returns the indices of `requests` in the order in which they are to be sent: first those whose servers have not
    /// failed, as given, then the others, the one that failed longest ago first.
    func order(of requests: [HTTPRequest]) -> [Int] {
        let now = timeline.now
        let failed = requests.map { request in
            failures[request.server].flatMap { $0.duration(to: now) < Self.memory ? $0 : nil }
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

    /// Notes whether a server has failed.
    func note(_ request: HTTPRequest, hasFailed: Bool) {
        failures[request.server] = hasFailed ? timeline.now : nil
    }

    /// Whether another server may do better: this one cannot be reached, hangs, breaks off, or says that its upstream
    /// does. No other answer is a failure of the server.
    static func hasFailed(_ result: FetchResult) -> Bool {
        switch result {
        case .response(let response): (502...504).contains(response.status)
        case .failed(let error): [.unreachable, .timedOut, .cutOff].contains(error.code)
        case .computed, .rows: false
        }
    }
}
