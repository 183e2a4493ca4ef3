import SearchSource

/// Where each id of a list stands.
///
/// A dictionary that grows moves all that it has at once: of a list of 400,000 rows that took 80 ms. So it grows up to
/// `mostMoved` ids; those that come behind them are in another one, which has room for as many as there are, and so on.
struct Places: Sendable {
    /// The first ids; mostly all.
    private var first: [ExactText: Int] = [:]
    /// Those behind them. Each has room from the beginning for as many ids as all before it have.
    private var others: [[ExactText: Int]] = []

    /// How many ids a dictionary may have that grows.
    static let mostMoved = 1 << 14

    /// The place of `id`; nil if the list does not have it.
    subscript(id: String) -> Int? {
        let id = ExactText(id)
        if let place = first[id] { return place }
        for other in others { if let place = other[id] { return place } }
        return nil
    }

    /// Makes room for so many ids.
    mutating func reserveCapacity(_ count: Int) {
        first.reserveCapacity(count)
    }

    /// Forgets all ids.
    mutating func removeAll() {
        first.removeAll(keepingCapacity: true)
        others.removeAll()
    }

    /// Notes that `id` stands at `place`; answers false if the list has it already.
    mutating func note(_ id: String, at place: Int) -> Bool {
        func take(_ known: inout Int?) -> Bool {
            guard known == nil else { return false }
            known = place
            return true
        }
        if first.count < Self.mostMoved { return take(&first[ExactText(id)]) }
        guard self[id] == nil else { return false }
        if others.last.map({ $0.count == Self.room(of: others.count - 1) }) ?? true {
            others.append(Dictionary(minimumCapacity: Self.room(of: others.count)))
        }
        others[others.count - 1][ExactText(id)] = place
        return true
    }

    /// How many ids there are in the dictionary that is the one of this number behind the first.
    private static func room(of number: Int) -> Int { mostMoved << number }
}
