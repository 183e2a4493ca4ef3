import Engine
import JSON
import TestSupport

/// What is true in every state of a session, whatever happens: the fold of the notifications is the snapshot, nothing
/// stale is shown, and no list arrives outside of a load.
struct Invariants {
    /// The client.
    private(set) var client: ClientModel
    /// The numbers of the answers that arrived in time: only their items may be shown. Items have them as their titles.
    var deliverable: Set<String> = []
    /// Whether the reader keeps up all the time; if so, no list may arrive outside of a load.
    let keepsUp: Bool

    /// Creates the invariants of the session `default`, from now on.
    init(_ harness: EngineHarness, keepsUp: Bool) {
        harness.send(["jsonrpc": "2.0", "id": 0, "method": "getState"])
        client = ClientModel(harness.takeMessage()?.message["result"]?.object ?? JSONObject())
        self.keepsUp = keepsUp
    }

    /// What is wrong now; nil if nothing is.
    mutating func fault(_ harness: EngineHarness) -> String? {
        if harness.isReaderStopped { return nil }
        if let fault = foldMessages(harness) { return fault }
        harness.send(["jsonrpc": "2.0", "id": "state", "method": "getState"])
        return foldMessages(harness)
    }

    private mutating func foldMessages(_ harness: EngineHarness) -> String? {
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

    /// Lets everything finish, with `nothing` as the answer to all running work; returns what is wrong then. Afterwards
    /// nothing may be loading or waiting.
    mutating func faultAtTheEnd(_ harness: EngineHarness, nothing: (Question) -> FetchResult) -> String? {
        harness.isReaderStopped = false
        harness.send(["jsonrpc": "2.0", "method": "cancel", "params": [:]])
        // A source that has changed is read again as soon as everything has settled.
        for _ in 0..<10 where harness.hasWake || !harness.running.isEmpty {
            for (id, fetch) in harness.running {
                guard case .local(let job) = fetch, let question = job.question else { continue }
                harness.finish(id, nothing(question))
            }
            harness.advance(to: harness.now + 1_000)
        }
        if let fault = fault(harness) { return fault }
        if client.state["loading"] != false { return "loading is true at the end" }
        if client.state["pending"] != .null { return "something is pending at the end" }
        harness.advance(to: harness.now + 100_000)
        if let fault = fault(harness) { return fault }
        if !harness.running.isEmpty { return "work is left at the end: \(harness.running)" }
        return harness.hasWake ? "a timer is left at the end" : nil
    }
}
