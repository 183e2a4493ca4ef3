import SearchSource

/// The open sessions, by name. Names from outside are compared by their bytes.
struct OpenSessions {
    /// The name of the standing session: the one that is meant if none is named.
    static let standing = "default"

    /// Whether `name` is that of the standing session.
    static func isStanding(_ name: String) -> Bool { name.hasSameBytes(as: standing) }

    private var standing: Session?
    /// All the others. (Most clients have only the standing session and need no table.)
    private var others: [Hashed<ExactText>: Session] = [:]
    /// The one of the others that was found last. (A person types in one search box at a time, and a comparison takes
    /// less than a look into the table.)
    private var latest: Session?

    /// The session with this name; the standing session if `name` is nil.
    subscript(name: String?) -> Session? {
        mutating get {
            guard let name, !Self.isStanding(name) else { return standing }
            if let latest, latest.name.hasSameBytes(as: name) { return latest }
            return find(name)
        }
        set {
            guard let name, !Self.isStanding(name) else { return standing = newValue }
            others[Hashed(ExactText(name))] = newValue
            latest = nil
        }
    }

    private mutating func find(_ name: String) -> Session? {
        latest = others[Hashed(ExactText(name))]
        return latest
    }

    /// Whether any of them satisfies `isMeant`.
    func contains(where isMeant: (Session) -> Bool) -> Bool {
        standing.map(isMeant) ?? false || others.values.contains(where: isMeant)
    }

    /// All of them, in the order in which they were opened.
    var all: [Session] {
        let all = Array(others.values) + [standing].compactMap(\.self)
        return all.map { (number: $0.number, session: $0) }.sorted { $0.number < $1.number }.map(\.session)
    }
}
