import JSON
import TestSupport

extension Scenario {
    /// Returns where `found` differs from `expected`, which may omit members; nil if it does not.
    static func difference(_ expected: JSONValue?, _ found: JSONValue?, _ place: String) -> String? {
        switch (expected, found) {
        case (nil, _): return nil
        case (.object(let expected), .array(let elements)) where expected["(one)"] != nil:
            let isThere = elements.contains { difference(expected["(one)"], $0, place) == nil }
            return isThere ? nil : "\(place) has nothing like \(expected["(one)"]?.text ?? "")"
        case (.object(let expected), .object(let found)):
            for (name, value) in expected.members {
                if let difference = difference(value, found[name], "\(place).\(name)") { return difference }
            }
            return nil
        case (let expected?, .array(let items)) where place.hasSuffix(".items"):
            let ids = items.compactMap { $0.object?["id"]?.string }
            return MadeAnswers.ids(expected) == ids ? nil : "\(place) are \(ids), not \(expected.text)"
        case (.string("(none)"), let found): return found == nil ? nil : "\(place) is there"
        case (let expected?, let found):
            return expected == found ? nil : "\(place) is \(found?.text ?? "missing"), not \(expected.text)"
        }
    }
}
