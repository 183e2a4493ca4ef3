import Engine
import Foundation
import HTTP
import JSON
import SearchSource
import Testing
import TestSupport

/// Random sequences of events in virtual time: typing, composing, scrolling, refreshing, answers in any order, late,
/// failed, readers that stop. `SEEKLINE_SEQUENCES` says how many; each is known by its seed.
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
    private var client: ClientModel
    private(set) var story: [String] = []
    private var unfinished: [FetchID: Fetch] = [:]
    private var deliverable: Set<String> = []
    private var details = 0
    /// Whether the reader keeps up all the time: then no list comes outside of a load.
    private let keepsUp: Bool

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        var pacing = Pacing()
        pacing.debounceMs = [0, 30, 300][Int(random.next() % 3)]
        pacing.minLength = Int(random.next() % 3)
        pacing.trigger = random.next() % 4 == 0 ? .submit : .incremental
        pacing.onInput = Pacing.OnInput.allCases[Int(random.next() % 3)]
        pacing.belowMinLength = random.next() % 3 == 0 ? .keep : .clear
        pacing.backOffMs = [0, 200, 1000][Int(random.next() % 3)]
        pacing.maxPages = random.next() % 4 == 0 ? 3 : 100
        keepsUp = random.next() % 2 == 0
        harness = EngineHarness([FakeSource(pacing: pacing, isLocal: random.next() % 2 == 0)])
        harness.send(["jsonrpc": "2.0", "id": 0, "method": "getState"])
        client = ClientModel(harness.takeMessage()?.message["result"]?.object ?? JSONObject())
    }

    /// Runs it; answers what went wrong, or nil.
    mutating func run() -> String? {
        for _ in 0..<Int(5 + random.next() % 30) {
            step()
            if let fault = check() { return fault }
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
        case 12: if !keepsUp { harness.isReaderStopped.toggle() }
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

    /// Ends some work, whether it still runs or was given up: then it is late, and must mean nothing.
    private mutating func finishFetch() {
        while let (_, id, fetch) = harness.takeAsk() { unfinished[id] = fetch }
        while harness.takeDrop() != nil {}
        let isLate = random.next() % 4 == 0
        let candidates = unfinished.filter { (harness.running[$0.key] == nil) == isLate }
            .sorted { $0.key.number < $1.key.number }
        guard !candidates.isEmpty else { return }
        let (id, fetch) = pick(candidates, using: &random)
        unfinished[id] = nil
        guard case .local(let job) = fetch else { return }
        let fails = random.next() % 5 == 0
        if !fails, !isLate { deliverable.insert("\(id.number)") }
        story.append("\(harness.now): fetch \(id.number) \(isLate ? "(late) " : "")\(fails ? "fails" : "ends")")
        harness.finish(id, fails ? failure(job.question) : success(job.question, id))
    }

    private mutating func failure(_ question: Question) -> FetchResult {
        let isTransient = random.next() % 2 == 0
        let wait = random.next() % 3 == 0 ? 500 : nil
        let error = SourceError(.http, "no", isTransient: isTransient, retryAfterMs: wait)
        switch question {
        case .page: return .computed(.page(.failure(error)))
        case .detail: return .computed(.detail(.failure(error)))
        }
    }

    private func nothing(_ question: Question) -> FetchResult {
        switch question {
        case .page: .computed(.page(.success(Page(items: []))))
        case .detail: .computed(.detail(.success(Detail(id: "", title: "", text: ""))))
        }
    }

    private mutating func success(_ question: Question, _ id: FetchID) -> FetchResult {
        guard case .page(let request) = question else {
            return .computed(.detail(.success(Detail(id: "d", title: "t", text: "x"))))
        }
        let start = Int(request.cursor?.text ?? "0") ?? 0
        let overlap = random.next() % 4 == 0 ? min(start, 3) : 0
        let count = Int(random.next() % 4)
        // The item says which answer it came in, and for which query.
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

    private mutating func check() -> String? {
        if harness.isReaderStopped { return nil }
        if let fault = foldMessages() { return fault }
        harness.send(["jsonrpc": "2.0", "id": "state", "method": "getState"])
        return foldMessages()
    }

    private mutating func foldMessages() -> String? {
        while let (_, message) = harness.takeMessage() {
            if message["id"] == "state" {
                let snapshot = message["result"]?.object ?? JSONObject()
                if let difference = client.difference(from: snapshot) {
                    return "the fold is not the state: \(difference)"
                }
                continue
            }
            if message["id"] != nil { continue }
            let wasLoading = client.loading["loading"] == true
            if let fault = client.fold(message) { return fault }
            guard message["method"] == "items", let params = message["params"]?.object else { continue }
            if keepsUp, !wasLoading, params["items"] != .array([]) {
                return "a list outside of a load: \(message.text)"
            }
            for item in params["items"]?.array ?? [] {
                let answer = item.object?["title"]?.string ?? ""
                if !deliverable.contains(answer) { return "a stale item, of fetch \(answer): \(message.text)" }
                if item.object?["fields"]?.object?["query"] != params["query"] {
                    return "an item of another query: \(message.text)"
                }
            }
        }
        return nil
    }

    /// Lets everything come to its end: then nothing is loading.
    private mutating func finish() -> String? {
        story.append("\(harness.now): the end")
        harness.isReaderStopped = false
        call("cancel", [:])
        // A source that has changed is read anew as soon as everything has settled.
        for _ in 0..<10 where harness.hasWake || !harness.running.isEmpty {
            for (id, fetch) in harness.running {
                guard case .local(let job) = fetch else { continue }
                harness.finish(id, nothing(job.question))
            }
            harness.advance(to: harness.now + 1_000)
        }
        if let fault = check() { return fault }
        if client.state["loading"] != false { return "loading is true at the end" }
        if client.state["pending"] != .null { return "something is pending at the end" }
        harness.advance(to: harness.now + 100_000)
        if let fault = check() { return fault }
        if !harness.running.isEmpty { return "work is left at the end: \(harness.running)" }
        return harness.hasWake ? "a timer is left at the end" : nil
    }
}
