/// One part of a path in which `*` stands for any characters, and `?` for one.
struct NamePattern: Hashable, Sendable {
    private let pattern: [Unicode.Scalar]

    /// Reads a part of a path; nil if it is a plain name.
    init?(_ text: Substring) {
        guard text.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
        pattern = Array(text.unicodeScalars)
    }

    /// Whether `name` matches. One that begins with a dot matches only a pattern that does.
    func matches(_ name: String) -> Bool {
        let name = Array(name.unicodeScalars)
        if name.first == ".", pattern.first != "." { return false }
        // The latest `*`, and where in the name its match ends so far: only this one is retried with a longer match.
        var (place, inName) = (0, 0)
        var star: (place: Int, inName: Int)?
        while inName < name.count {
            if place < pattern.count, pattern[place] == "*" {
                star = (place, inName)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[inName] {
                place += 1
                inName += 1
            } else if let last = star {
                star = (last.place, last.inName + 1)
                (place, inName) = (last.place + 1, last.inName + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
