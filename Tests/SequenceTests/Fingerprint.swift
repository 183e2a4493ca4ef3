@testable import Engine
import SearchSource
import Time

/// Everything that a session's future depends on, as a string: two states with the same fingerprint have the same
/// future.
///
/// It is read from the state by reflection, so that new members are not forgotten. Times are given relative to now and
/// generations by their age; numbers that only distinguish things are left out.
struct Fingerprint {
    private(set) var text = ""
    private let now: Instant
    private let generation: Int

    /// Members that carry no information: numbers that only distinguish things, and what follows from other members.
    private static let idle: Set<String> = ["id", "serial", "places", "pacing", "isLocal", "heedsRetryAfter", "title"]

    /// Creates the fingerprint of the session `name`.
    init(of engine: SearchEngine, session name: String, now: Int) {
        self.now = Instant(.milliseconds(now))
        guard let session = engine.sessions[name] else {
            generation = 0
            return
        }
        generation = session.generation
        note(session.now { $0 })
    }

    private mutating func note(_ value: Any) {
        switch value {
        case let instant as Instant:
            // Older times are all alike: no rule looks back further than the 500 ms between two automatic refreshes.
            text += "\(max(now.duration(to: instant).wholeMilliseconds, -500))"
        case let item as Item: text += item.id
        default:
            let mirror = Mirror(reflecting: value)
            if mirror.children.isEmpty { text += "\(value)" } else { members(of: value) }
        }
    }

    private mutating func members(of value: Any) {
        let mirror = Mirror(reflecting: value)
        text += "("
        for (label, member) in mirror.children {
            if let label, Self.idle.contains(label) { continue }
            text += "\(label ?? "") "
            if label == "generation", let number = member as? Int {
                text += "\(generation - number)"
            } else {
                note(member)
            }
            text += ","
        }
        text += ")"
    }
}
