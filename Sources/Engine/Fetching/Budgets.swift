import HTTP
import SearchSource
import Signals
import Time

/// How many requests the services still allow. Once a budget is spent, the service is not asked until there is a new
/// one: one request too many may cost more than a refusal.
///
/// A service may say with each answer what is left. Requests in flight may or may not be included in that number; they
/// are subtracted, because it is better to ask too little.
final class Budgets {
    private let timeline: Timeline
    private var accounts: [String: Account] = [:]

    init(timeline: Timeline) {
        self.timeline = timeline
    }

    /// Returns the account of `source`.
    func account(of source: any Source) -> Account {
        if let account = accounts[source.info.name] { return account }
        let account = Account(source, timeline)
        accounts[source.info.name] = account
        return account
    }

    /// The budget of one source.
    ///
    ///     unknown ──answer──→ some left ──spend──→ none left ──time──→ unknown
    ///        └──spend, and an allowance is known──↗
    final class Account {
        private let source: any Source
        private let timeline: Timeline
        private var left: (count: Int, until: Instant)?
        private var underWay = 0

        fileprivate init(_ source: any Source, _ timeline: Timeline) {
            self.source = source
            self.timeline = timeline
        }

        /// How long it is until it allows a request: zero if it allows one now.
        var wait: Duration {
            guard let left, left.count <= 0 else { return .zero }
            return max(.zero, timeline.now.duration(to: left.until))
        }

        /// Takes one request from the budget; returns an error if it is spent.
        func spend() -> SourceError? {
            if let left, left.until <= timeline.now { self.left = nil }
            if left == nil, let allowance = source.info.allowance {
                left = (allowance.requests, timeline.now.advanced(by: allowance.window))
            }
            let wait = wait
            if wait > .zero {
                let seconds = (wait.wholeMilliseconds + 999) / 1000
                return SourceError(
                    .rateLimited, "\(source.info.title) allows no more requests for \(seconds) s",
                    isRetryable: true, retryAfter: wait)
            }
            left?.count -= 1
            underWay += 1
            return nil
        }

        /// Notes the result of one request; nil if it was given up.
        func settle(_ result: FetchResult?) {
            underWay -= 1
            guard case .response(let response)? = result, let budget = source.budget(in: response) else { return }
            left = (budget.remaining - underWay, timeline.now.advanced(by: budget.resetsIn))
        }
    }
}
