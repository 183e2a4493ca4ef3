@testable import Engine
import SearchSource
import Time

/// All that a session's future depends on, as a text: two states with the same fingerprint go on alike.
///
/// It is read off the state by reflection, so that nothing that is added to it is forgotten. Times are told by how far
/// they are from now, generations by how old they are, and numbers that only tell things apart are left out.
struct Fingerprint {
    private(set) var text = ""
    private let now: Instant
    private let generation: Int

    /// Members that say nothing: numbers that only tell things apart, and what follows from other members.
    private static let idle: Set<String> = ["id", "serial", "places", "pacing", "isLocal", "heedsRetryAfter", "title"]

    /// The state of the session `name`.
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
            // What is past is past: no rule looks back further than the 500 ms between two own refreshes.
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
