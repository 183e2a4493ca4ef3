import Engine
import SearchSource

/// The desks of the requests to a program that stays. However many wait, only those are looked at to which something has
/// happened.
struct RowDesks {
    /// By what a request is known.
    typealias Key = Conversation.Key

    private var desks: [Key: RowDesk] = [:]
    /// At which desk a call waits.
    private var places: [FetchID: Key] = [:]
    /// Those to which something has happened since the last answers.
    private var changed: Set<Key> = []
    /// Those where there is room for no more.
    private var full: Set<Key> = []

    /// Whether there is room for more, whosever it is.
    var haveRoom: Bool { full.isEmpty }

    /// Adds the desk of a request.
    mutating func open(_ key: Key) {
        desks[key] = RowDesk(RowBuffer(separator: 0x0A, longestRow: ProviderLine.longest))
    }

    /// Adds a call; answers whether there is a desk for it.
    mutating func ask(_ id: FetchID, _ call: ChildCall, at key: Key) -> Bool {
        guard desks[key] != nil else { return false }
        desks[key]?.ask(id, call)
        places[id] = key
        changed.insert(key)
        return true
    }

    /// Takes a call away; answers it.
    mutating func withdraw(_ id: FetchID) -> ChildCall? {
        places.removeValue(forKey: id).flatMap { desks[$0]?.withdraw(id) }
    }

    /// Takes a desk away; answers the calls that wait there, or nil if there is none.
    mutating func close(_ key: Key) -> [FetchID]? {
        guard let desk = desks.removeValue(forKey: key) else { return nil }
        changed.remove(key)
        full.remove(key)
        let ids = desk.calls.map(\.id)
        for id in ids { places[id] = nil }
        return ids
    }

    /// Takes all of them away; answers the calls that wait.
    mutating func closeAll() -> [FetchID] {
        defer { self = RowDesks() }
        return desks.values.flatMap { $0.calls.map(\.id) }
    }

    /// Takes what has come of a request. `lastWords` is the last line that the program has said.
    mutating func take(_ news: Conversation.News, for key: Key, lastWords: String) {
        switch news {
        case .part(let json): (json + [0x0A]).withUnsafeBytes { desks[key]?.rows.append($0) }
        case .over(let end): desks[key]?.finish(end, lastWords: lastWords)
        }
        changed.insert(key)
        noteRoom(at: key)
    }

    /// What has come of calls.
    mutating func answers() -> [(id: FetchID, rows: ChildRows)] {
        var answers: [(id: FetchID, rows: ChildRows)] = []
        for key in changed {
            for answer in desks[key]?.answers() ?? [] {
                places[answer.id] = nil
                answers.append(answer)
            }
            noteRoom(at: key)
        }
        changed = []
        return answers
    }

    private mutating func noteRoom(at key: Key) {
        if desks[key]?.rows.isFull == true { full.insert(key) } else { full.remove(key) }
    }
}
