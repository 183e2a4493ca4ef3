/// The members of a JSON object, in the order in which they were written; each name once.
public struct JSONObject: Sendable {
    /// The members in order.
    public private(set) var members: [(name: String, value: JSONValue)] = []

    /// Where each name stands, kept only for objects so large that looking would take too long.
    private var index: [String: Int]?
    private static let searchedWithoutIndex = 16

    /// An object without members.
    public init() {}

    /// An object with `members`; of two with one name, the later one wins.
    public init(_ members: [(String, JSONValue)]) {
        for (name, value) in members { self[name] = value }
    }

    /// The value of the member `name`, or nil if there is none. Setting nil changes nothing: members do not go away.
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            guard let newValue else { return }
            if let position = position(of: name) {
                members[position].value = newValue
                return
            }
            members.append((name, newValue))
            if index != nil {
                index?[name] = members.count - 1
            } else if members.count > Self.searchedWithoutIndex {
                index = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.name, $0) })
            }
        }
    }

    private func position(of name: String) -> Int? {
        if let index { return index[name] }
        return members.firstIndex { $0.name == name }
    }
}

extension JSONObject: Hashable {
    /// Objects are equal if they have the same members; their order means nothing.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }

    /// Hashes the members, whatever their order.
    public func hash(into hasher: inout Hasher) {
        var combined = 0
        for (name, value) in members {
            var member = Hasher()
            member.combine(name)
            member.combine(value)
            combined ^= member.finalize()
        }
        hasher.combine(combined)
    }
}
