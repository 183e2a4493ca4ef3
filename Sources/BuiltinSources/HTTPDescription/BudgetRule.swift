import HTTP
import SearchSource

/// How many requests the service allows: `budget` of a description.
///
///     {"requests": 60, "perSeconds": 3600}
///     {"remaining": "X-RateLimit-Remaining", "reset": "X-RateLimit-Reset", "resetIs": "time"}
struct BudgetRule: Sendable {
    /// What is allowed if the service does not say; nil if that is not known.
    let allowance: Allowance?
    private let remaining: String?
    private let reset: String?
    private let isTime: Bool

    init(_ value: DescribedValue) throws(DescriptionError) {
        let object = try value.object(["requests", "perSeconds", "remaining", "reset", "resetIs"])
        for (name, other) in [("requests", "perSeconds"), ("remaining", "reset")] {
            if let place = object[name], object[other] == nil { throw place.fault("needs `\(other)` too") }
            if let place = object[other], object[name] == nil { throw place.fault("needs `\(name)` too") }
        }
        guard object["requests"] != nil || object["remaining"] != nil else {
            throw value.fault("needs `requests` and `perSeconds`, or the names of headers: `remaining` and `reset`")
        }
        func name(_ value: DescribedValue) throws(DescriptionError) -> String { try value.headerName() }
        let requests = try object.integer("requests", in: 1...1_000_000)
        let seconds = try object.integer("perSeconds", in: 1...86_400)
        allowance = requests.flatMap { requests in
            seconds.map { Allowance(requests: requests, per: .seconds($0)) }
        }
        remaining = try object.optional("remaining", name)
        reset = try object.optional("reset", name)
        if let place = object["resetIs"], object["reset"] == nil { throw place.fault("is only allowed with `reset`") }
        isTime = try object.word("resetIs", ["time", "seconds"]) != "seconds"
    }

    /// Returns the budget that the headers of a response report; nil if they report none.
    func budget(in response: HTTPResponse) -> Budget? {
        if let remaining, let reset, let count = response.count(remaining), let number = response.count(reset) {
            let wait = isTime ? response.wait(until: number) : .seconds(min(max(number, 0), 86_400))
            return Budget(remaining: max(0, count), resetsIn: wait)
        }
        guard response.status == 429, let wait = response.retryAfter else { return nil }
        return Budget(remaining: 0, resetsIn: wait)
    }
}
