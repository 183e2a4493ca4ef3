@testable import Engine
import HTTP
import JSON
import SearchSource
@testable import Signals
import TestSupport
import Time

/// Something that may happen to a search box.
enum Step: Hashable, Sendable {
    /// The client calls a method. A query is composed if it ends in `…`.
    case call(String, query: String? = nil, need: Int? = nil)
    /// Time passes, in milliseconds.
    case wait(Int)
    /// Running work finishes, or delivers a part.
    case answer(Answer)
    /// The work that was cancelled last finishes anyway.
    case lateAnswer
}

/// An answer to running work.
enum Answer: CaseIterable, Sendable {
    case part, page, pageOfKnownItems, last, empty, failure
}

/// An engine in virtual time, and what may happen to it next.
struct Walk {
    private let harness: EngineHarness
    private var invariants: Invariants
    private var asked: [FetchID: Fetch] = [:]
    private var late: (id: FetchID, fetch: Fetch)?
    /// How many items the answer in progress has brought.
    private var brought = 0
    /// What the operators wait for, which is not part of the state: when the text was typed, when the load began, and
    /// when the first part that is not shown yet arrived.
    private var typed = 0
    private var began = 0
    private var loadID: Int?
    private var gathered: (since: Int, items: Int)?

    private static let calls: [Step] = [
        .call("setQuery", query: "ab"), .call("setQuery", query: "cd"), .call("setQuery", query: "ab…"),
        .call("reachedBottom"), .call("reachedBottom", need: 3), .call("refresh"), .call("retry"), .call("cancel"),
    ]

    init() {
        var pacing = Pacing()
        (pacing.debounce, pacing.throttle) = (.milliseconds(100), .milliseconds(150))
        (pacing.backOff, pacing.stalledAfter) = (.milliseconds(200), .milliseconds(300))
        (pacing.minLength, pacing.maxPages) = (1, 3)
        harness = EngineHarness([FakeSource(pacing: pacing)])
        invariants = Invariants(harness, keepsUp: true)
    }

    /// The steps that are possible now.
    var possible: [Step] {
        var steps = Self.calls
        if !harness.running.isEmpty { steps += Answer.allCases.map { .answer($0) } }
        if late != nil { steps.append(.lateAnswer) }
        if let deadline = harness.engine.timeline.nextDeadline {
            let left = max(0, Instant(.milliseconds(harness.now)).duration(to: deadline).wholeMilliseconds)
            steps += [left - 1, left, left + 1].filter { $0 > 0 }.map { .wait($0) }
        }
        return steps
    }

    /// Everything that the future depends on.
    var fingerprint: String {
        let session = harness.engine.sessions["default"]
        let state = Fingerprint(of: harness.engine, session: "default", now: harness.now).text
        let isDebouncing = session?.now { $0.pending == .debounce } ?? false
        let ages = [
            isDebouncing ? harness.now - typed : -1, loadID == nil ? -1 : min(harness.now - began, 300),
            gathered.map { harness.now - $0.since } ?? -1, gathered?.items ?? 0, brought, late == nil ? 0 : 1,
        ]
        return "\(state)\(ages)"
    }

    /// What is wrong now; nil if nothing is.
    mutating func fault() -> String? { invariants.fault(harness) }

    /// Returns what is wrong when everything has finished. Nothing may happen afterwards.
    mutating func faultAtTheEnd() -> String? {
        invariants.faultAtTheEnd(harness) { _ in .computed(.page(.success(Page(items: [])))) }
    }

    /// Takes a step.
    mutating func take(_ step: Step) {
        switch step {
        case .call(let method, let query, let need):
            var params = JSONObject()
            if let query {
                params["query"] = .string(query.filter { $0 != "…" })
                params["composing"] = .boolean(query.hasSuffix("…"))
                typed = harness.now
            }
            if let need { params["need"] = .number(JSONNumber(need)) }
            harness.send(["jsonrpc": "2.0", "method": .string(method), "params": .object(params)])
        case .wait(let milliseconds): harness.advance(to: harness.now + milliseconds)
        case .answer(let answer):
            guard let (id, fetch) = harness.running.first else { return }
            invariants.deliverable.insert("\(id.number)")
            if answer == .part { gathered = (gathered?.since ?? harness.now, (gathered?.items ?? 0) + 1) }
            harness.finish(id, result(answer, of: id, fetch))
            if answer == .part { brought += 1 }
        case .lateAnswer:
            guard let late else { return }
            harness.finish(late.id, result(.page, of: late.id, late.fetch))
        }
        note()
    }

    /// Returns a result for some work. The item says which answer it came in and for which query.
    private func result(_ answer: Answer, of id: FetchID, _ fetch: Fetch) -> FetchResult {
        guard case .local(let job) = fetch, case .page(let request) = job.question else {
            return .failed(TransportError(.malformed, "not a page"))
        }
        if answer == .failure { return .computed(.page(.failure(SourceError(.http, "no", isRetryable: true)))) }
        let start = (Int(request.cursor?.text ?? "") ?? 0) + brought
        let number = answer == .pageOfKnownItems ? 0 : start
        let item = Item(
            id: "\(request.query)-\(number)", title: "\(id.number)", fields: ["query": .text(request.query)])
        var page = Page(items: answer == .empty ? [] : [item])
        if answer == .part {
            let rest = Work<Page>.local(compute: { _ in .success(Page(items: [])) })
            return .computed(Computed(Work<Page>.parts(page, rest: rest)))
        }
        if answer != .last { page.next = Cursor("\(start + 1)") }
        return .computed(.page(.success(page)))
    }

    /// Notes which work has begun and ended.
    private mutating func note() {
        let running = harness.engine.sessions["default"]?.now { $0.load?.id }
        while let (at, id, fetch) = harness.takeAsk() {
            asked[id] = fetch
            if running != loadID { began = at }
        }
        if running != loadID || gathered.map({ harness.now >= $0.since + 30 }) == true { gathered = nil }
        if running != loadID { brought = 0 }
        loadID = running
        while let (_, id) = harness.takeDrop() { late = asked[id].map { (id, $0) } }
    }
}
