import SearchSource

/// The sessions that are open, by their names. Names from outside are compared by their bytes.
struct OpenSessions {
    /// The name of the session that is meant where none is named.
    static let standing = "default"

    /// Whether `name` is that of the session that is meant where none is named.
    static func isStanding(_ name: String) -> Bool { name.hasSameBytes(as: standing) }

    private var standing: Session?
    /// All but that. (Most clients have no other, and need no table.)
    private var others: [ExactText: Session] = [:]

    /// The session of this name; the one that is meant where none is named, if that is nil.
    subscript(name: String?) -> Session? {
        get {
            guard let name, !Self.isStanding(name) else { return standing }
            return others[ExactText(name)]
        }
        set {
            guard let name, !Self.isStanding(name) else { return standing = newValue }
            others[ExactText(name)] = newValue
        }
    }

    /// Whether one of them is such a session.
    func contains(where isMeant: (Session) -> Bool) -> Bool {
        standing.map(isMeant) ?? false || others.values.contains(where: isMeant)
    }

    /// All of them, in no order.
    var all: [Session] { Array(others.values) + [standing].compactMap(\.self) }
}
