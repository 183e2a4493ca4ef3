import Engine
import SearchSource

/// The desks of the requests to a long-running program. However many there are, only those that have changed are looked
/// at.
struct RowDesks {
    /// Identifies a request.
    typealias Key = Conversation.Key

    private var desks: [Key: RowDesk] = [:]
    /// The desk at which each call waits.
    private var places: [FetchID: Key] = [:]
    /// The desks that have changed since the last answers.
    private var changed: Set<Key> = []
    /// The desks that have no room for more.
    private var full: Set<Key> = []

    /// Whether every desk has room for more.
    var haveRoom: Bool { full.isEmpty }

    /// Adds the desk of a request.
    mutating func open(_ key: Key) {
        desks[key] = RowDesk(RowBuffer(separator: 0x0A, longestRow: ProviderLine.longest))
    }

    /// Adds a call; returns whether there is a desk for it.
    mutating func ask(_ id: FetchID, _ call: ChildCall, at key: Key) -> Bool {
        guard desks[key] != nil else { return false }
        desks[key]?.ask(id, call)
        places[id] = key
        changed.insert(key)
        return true
    }

    /// Removes a call and returns it; nil if it does not wait here.
    mutating func withdraw(_ id: FetchID) -> ChildCall? {
        places.removeValue(forKey: id).flatMap { desks[$0]?.withdraw(id) }
    }

    /// Removes a desk and returns the calls that wait there; nil if there is no such desk.
    mutating func close(_ key: Key) -> [FetchID]? {
        guard let desk = desks.removeValue(forKey: key) else { return nil }
        changed.remove(key)
        full.remove(key)
        let ids = desk.calls.map(\.id)
        for id in ids { places[id] = nil }
        return ids
    }

    /// Removes all desks and returns the calls that wait there.
    mutating func closeAll() -> [FetchID] {
        defer { self = RowDesks() }
        return desks.values.flatMap { $0.calls.map(\.id) }
    }

    /// Takes news about a request. `lastWords` is the last line that the program has written to standard error.
    mutating func take(_ news: Conversation.News, for key: Key, lastWords: String) {
        switch news {
        case .part(let json): append(json, at: key)
        // An empty row tells the reader, if there has been anything to read.
        case .again: if desks[key].map({ $0.rows.end > 0 }) == true { append([], at: key) }
        case .over(let end): desks[key]?.finish(end, lastWords: lastWords)
        }
        changed.insert(key)
        noteRoom(at: key)
    }

    /// Removes the calls for which rows have come, or for which none will, and returns their answers.
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

    private mutating func append(_ row: [UInt8], at key: Key) {
        (row + [0x0A]).withUnsafeBytes { desks[key]?.rows.append($0) }
    }

    private mutating func noteRoom(at key: Key) {
        if desks[key]?.rows.isFull == true { full.insert(key) } else { full.remove(key) }
    }
}
