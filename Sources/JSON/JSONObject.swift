/// The members of a JSON object in the order in which they were written, without duplicates. Names are compared byte
/// for byte (RFC 8259, section 8.3).
public struct JSONObject: Sendable {
    /// The members in order.
    public private(set) var members: [(name: String, value: JSONValue)] = []

    /// The position of each name, kept only for objects that are too large to be searched linearly.
    private var index: [Name: Int]?
    private static let searchedWithoutIndex = 16

    /// An object without members.
    public init() {}

    /// An object with `members`; of duplicates, the last one wins.
    public init(_ members: [(String, JSONValue)]) {
        for (name, value) in members { self[name] = value }
    }

    /// The value of the member `name`, or nil if there is none. Setting nil has no effect: members are never removed.
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
                index?[Name(text: name)] = members.count - 1
            } else if members.count > Self.searchedWithoutIndex {
                index = Dictionary(uniqueKeysWithValues: members.enumerated().map { (Name(text: $1.name), $0) })
            }
        }
    }

    private func position(of name: String) -> Int? {
        if let index { return index[Name(text: name)] }
        return members.firstIndex { Name.isSame($0.name, name) }
    }

    /// Makes room for `count` members.
    mutating func reserveCapacity(_ count: Int) {
        members.reserveCapacity(count)
    }

    /// A name, compared byte for byte. `String` compares by canonical equivalence, which can take very long for
    /// untrusted text.
    private struct Name: Hashable {
        let text: String

        static func == (left: Name, right: Name) -> Bool {
            isSame(left.text, right.text)
        }

        static func isSame(_ left: String, _ right: String) -> Bool {
            left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
        }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}

extension JSONObject: Hashable {
    /// Objects are equal if they have the same members, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.count == right.members.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }

    /// Hashes the members, regardless of their order.
    public func hash(into hasher: inout Hasher) {
        var combined = 0
        for (name, value) in members {
            var member = Hasher()
            member.combine(Name(text: name))
            member.combine(value)
            combined ^= member.finalize()
        }
        hasher.combine(combined)
    }
}
