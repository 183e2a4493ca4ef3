import JSON

/// A client as the protocol expects it: it folds notifications and knows nothing else.
public struct ClientModel {
    /// The fold of all notifications so far, in the form of a snapshot.
    public private(set) var state: JSONObject
    /// The params of the last `loading` notification; the snapshot before the first one.
    public private(set) var loading: JSONObject
    private var listError: JSONValue?
    private var detailError: JSONValue?

    /// Creates a client that starts from a snapshot.
    public init(_ snapshot: JSONObject) {
        state = snapshot
        loading = snapshot
    }

    private static let errors = ["error", "detailError"]
    private static let loadingMembers = [
        "loading", "refreshing", "pending", "status", "stalled", "canSubmit", "opening", "generation",
    ]

    /// Folds a notification; returns what is wrong with it, or nil.
    public mutating func fold(_ message: JSONObject) -> String? {
        guard let method = message["method"]?.string, let params = message["params"]?.object else {
            return "not a notification: \(message.text)"
        }
        let sequence = params["seq"]?.integer ?? -1
        guard sequence == (state["seq"]?.integer ?? 0) + 1 else { return "`seq` has a gap: \(message.text)" }
        state["seq"] = params["seq"]
        switch method {
        case "loading": return foldLoading(params)
        case "items": return foldItems(params)
        case "error":
            if params["scope"] == "detail" { detailError = message["params"] } else { listError = message["params"] }
        case "detail": break
        default: return "unknown: \(message.text)"
        }
        return nil
    }

    private mutating func foldLoading(_ params: JSONObject) -> String? {
        let isTheSame = Self.loadingMembers.allSatisfy { params[$0] == loading[$0] }
        if isTheSame { return "`loading` repeats itself: \(params.text)" }
        if params["loading"] == true, loading["loading"] == true, params["generation"] == loading["generation"] {
            let others = Self.loadingMembers.filter { $0 != "loading" && $0 != "generation" }
            if others.allSatisfy({ params[$0] == loading[$0] }) { return "`loading` does not alternate" }
        }
        loading = params
        for member in Self.loadingMembers { state[member] = params[member] }
        if params["status"] != "error" { listError = nil }
        if params["opening"] != .null { detailError = nil }
        return nil
    }

    private mutating func foldItems(_ params: JSONObject) -> String? {
        let old = state["items"]?.array ?? []
        guard let from = params["from"]?.integer, from <= old.count, let new = params["items"]?.array else {
            return "`from` is beyond the end of the list: \(params.text)"
        }
        let items = old[..<from] + new
        guard items.count == params["count"]?.integer else { return "`count` is wrong: \(params.text)" }
        var next = JSONObject()
        let optional = ["total", "suggestion", "partial", "failed"]
        for (name, value) in state.members where !optional.contains(name) { next[name] = value }
        next["items"] = .array(Array(items))
        for member in ["query", "count", "more"] + optional { next[member] = params[member] }
        state = next
        return nil
    }

    /// Returns where the folded state differs from `snapshot`; nil if it does not.
    public func difference(from snapshot: JSONObject) -> String? {
        for (name, value) in snapshot.members where !Self.errors.contains(name) && state[name] != value {
            return "\(name) is \(state[name]?.text ?? "missing") here, and \(value.text) there"
        }
        for (name, _) in state.members where !Self.errors.contains(name) && snapshot[name] == nil {
            return "\(name) is missing there"
        }
        for (member, standing) in [("error", listError ?? detailError), ("detailError", detailError)] {
            let (error, standing) = (snapshot[member]?.object, standing?.object)
            for name in ["scope", "kind", "message", "source", "retryable"] where error?[name] != standing?[name] {
                let (here, there) = (standing?[name]?.text ?? "missing", error?[name]?.text ?? "missing")
                return "\(member).\(name) is \(here) here, \(there) there"
            }
        }
        return nil
    }
}
