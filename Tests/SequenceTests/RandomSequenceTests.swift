import Engine
import Foundation
import HTTP
import JSON
import SearchSource
import Testing
import TestSupport

/// Random sequences of events in virtual time: typing, composing, scrolling, refreshing, answers that are out of order,
/// late or failures, readers that stop. `SEEKLINE_SEQUENCES` sets their number; each is identified by its seed.
@Suite struct RandomSequenceTests {
    static let total = ProcessInfo.processInfo.environment["SEEKLINE_SEQUENCES"].flatMap { Int($0) } ?? 2_000
    static let shards = 4

    @Test(arguments: 0..<shards)
    func noStaleItemNoGapNoDrift(_ shard: Int) {
        for seed in stride(from: shard, to: Self.total, by: Self.shards) {
            var sequence = RandomSequence(seed: UInt64(seed))
            if let fault = sequence.run() {
                Issue.record("seed \(seed): \(fault)\n\(sequence.story.joined(separator: "\n"))")
                return
            }
        }
    }
}

/// One sequence.
private struct RandomSequence {
    private var random: SplitMix
    private let harness: EngineHarness
    private var invariants: Invariants
    private(set) var story: [String] = []
    private var unfinished: [FetchID: Fetch] = [:]
    private var details = 0

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        var pacing = Pacing()
        pacing.debounce = .milliseconds([0, 30, 300][Int(random.next() % 3)])
        pacing.minLength = Int(random.next() % 3)
        pacing.trigger = random.next() % 4 == 0 ? .submit : .incremental
        pacing.onInput = Pacing.OnInput.allCases[Int(random.next() % 3)]
        pacing.belowMinLength = random.next() % 3 == 0 ? .keep : .clear
        pacing.backOff = .milliseconds([0, 200, 1000][Int(random.next() % 3)])
        pacing.maxPages = random.next() % 4 == 0 ? 3 : 100
        let keepsUp = random.next() % 2 == 0
        harness = EngineHarness([FakeSource(pacing: pacing, isLocal: random.next() % 2 == 0)])
        invariants = Invariants(harness, keepsUp: keepsUp)
    }

    /// Runs the sequence; returns what went wrong, or nil.
    mutating func run() -> String? {
        for _ in 0..<Int(5 + random.next() % 30) {
            step()
            if let fault = invariants.fault(harness) { return fault }
        }
        return finish()
    }

    private func pick<Element>(_ choices: [Element], using random: inout SplitMix) -> Element {
        choices[Int(random.next() % UInt64(choices.count))]
    }

    private mutating func step() {
        switch random.next() % 21 {
        case 0...4:
            let text = pick(["", "a", "ab", "abc", " abc ", "ｂ", "東京", "abcd"], using: &random)
            call("setQuery", ["query": .string(text), "composing": .boolean(random.next() % 6 == 0)])
        case 5: call("submit", random.next() % 2 == 0 ? [:] : ["query": pick(["ab", "", "xyz"], using: &random)])
        case 6: call("reachedBottom", [:])
        case 7: call("reachedBottom", ["need": .number(JSONNumber(Int(1 + random.next() % 12)))])
        case 8: call("reachedBottom", ["generation": .number(JSONNumber(Int(random.next() % 4)))])
        case 9: call("refresh", [:])
        case 10: call(pick(["retry", "cancel"], using: &random), [:])
        case 11: openDetail()
        case 12: if !invariants.keepsUp { harness.isReaderStopped.toggle() }
        case 13...15:
            let milliseconds = pick([1, 30, 100, 300, 700, 1500], using: &random)
            story.append("advance by \(milliseconds)")
            harness.advance(to: harness.now + milliseconds)
        case 16:
            story.append("\(harness.now): the source has changed")
            harness.handle(.sourceChanged("fake"))
        default: finishFetch()
        }
    }

    private mutating func call(_ method: String, _ params: JSONValue) {
        story.append("\(harness.now): \(method) \(params.text)")
        harness.send(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    private mutating func openDetail() {
        details += 1
        story.append("\(harness.now): openDetail \(details)")
        var message: JSONObject = JSONObject([
            ("jsonrpc", "2.0"), ("method", "openDetail"), ("params", ["id": .string("d\(details)")]),
        ])
        if random.next() % 2 == 0 { message["id"] = .string("detail") }
        harness.send(.object(message))
    }

    /// Finishes some work, which is still running or was cancelled: then it is late and must have no effect.
    private mutating func finishFetch() {
        while let (_, id, fetch) = harness.takeAsk() { unfinished[id] = fetch }
        while harness.takeDrop() != nil {}
        let isLate = random.next() % 4 == 0
        let candidates = unfinished.filter { (harness.running[$0.key] == nil) == isLate }
            .sorted { $0.key.number < $1.key.number }
        guard !candidates.isEmpty else { return }
        let (id, fetch) = pick(candidates, using: &random)
        unfinished[id] = nil
        guard case .local(let job) = fetch, let question = job.question else { return }
        let fails = random.next() % 5 == 0
        if !fails, !isLate { invariants.deliverable.insert("\(id.number)") }
        story.append("\(harness.now): fetch \(id.number) \(isLate ? "(late) " : "")\(fails ? "fails" : "ends")")
        harness.finish(id, fails ? failure(question) : success(question, id))
    }

    private mutating func failure(_ question: Question) -> FetchResult {
        let isTransient = random.next() % 2 == 0
        let wait: Duration? = random.next() % 3 == 0 ? .milliseconds(500) : nil
        let error = SourceError(.http, "no", isTransient: isTransient, retryAfter: wait)
        switch question {
        case .page: return .computed(.page(.failure(error)))
        case .detail: return .computed(.detail(.failure(error)))
        case .perform: return .computed(Computed(Work<Performed>.known(.failure(error))))
        }
    }

    private func nothing(_ question: Question) -> FetchResult {
        switch question {
        case .page: .computed(.page(.success(Page(items: []))))
        case .detail: .computed(.detail(.success(Detail(id: "", title: "", text: ""))))
        case .perform: .computed(Computed(Work<Performed>.known(.success(Performed()))))
        }
    }

    private mutating func success(_ question: Question, _ id: FetchID) -> FetchResult {
        guard case .page(let request) = question else {
            return .computed(.detail(.success(Detail(id: "d", title: "t", text: "x"))))
        }
        let start = Int(request.cursor?.text ?? "0") ?? 0
        let overlap = random.next() % 4 == 0 ? min(start, 3) : 0
        let count = Int(random.next() % 4)
        // The item says which answer it came in and for which query.
        let items = (start - overlap..<start - overlap + count).map {
            Item(id: "\(request.query)-\($0)", title: "\(id.number)", fields: ["query": .text(request.query)])
        }
        if random.next() % 4 == 0 {
            story.append("  … as a part")
            let rest = Work<Page>.local(compute: { _ in .success(Page(items: [])) })
            return .computed(Computed(Work<Page>.parts(Page(items: items), rest: rest)))
        }
        let next = random.next() % 5 == 0 ? nil : Cursor("\(start - overlap + count)")
        return .computed(.page(.success(Page(items: items, next: next, total: Int(random.next() % 50)))))
    }

    /// Lets everything finish: then nothing may be loading.
    private mutating func finish() -> String? {
        story.append("\(harness.now): the end")
        return invariants.faultAtTheEnd(harness, nothing: nothing)
    }
}
