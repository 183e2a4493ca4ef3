import JSON

/// The params of a call, by name. They are kept as they were written, and each is decoded when it is asked for.
public struct CallParams: Sendable {
    /// The message that contains them.
    public let document: JSONDocument
    private let node: JSONDocument.Node?

    /// The members of the object at `node`; empty if it is something else or nil.
    init(_ document: JSONDocument, _ node: JSONDocument.Node?) {
        self.document = document
        self.node = node
    }

    /// The members of `object`.
    public init(_ object: JSONObject = JSONObject()) {
        document = JSONDocument.beginning(of: JSONWriter.bytes(of: .object(object))).document
        node = document.root
    }

    /// The param `name`, or nil if there is none. The last duplicate wins.
    public subscript(name: String) -> JSONValue? {
        place(of: name).map { document.value($0) }
    }

    /// Returns the places of several params in the message, in the order of `names`, with nil for those that are missing.
    /// The last duplicate wins. It goes through the params once.
    public func places(of names: MemberNames) -> [JSONDocument.Node?] {
        node.map { document.members(names, of: $0) } ?? Array(repeating: nil, count: names.count)
    }

    /// Returns the param `name`, with an array or an object replaced by an empty one; nil if there is none.
    public func outline(of name: String) -> JSONValue? {
        guard let place = place(of: name) else { return nil }
        return switch document.kind(place) {
        case .array: .array([])
        case .object: .object(JSONObject())
        default: document.value(place)
        }
    }

    /// Returns the members of the param `name`, or nil if it is not an object.
    public func members(of name: String) -> CallParams? {
        guard let place = place(of: name), document.kind(place) == .object else { return nil }
        return CallParams(document, place)
    }

    /// Returns the place of the param `name` in the message, or nil if there is none. The last duplicate wins.
    public func place(of name: String) -> JSONDocument.Node? {
        node.flatMap { document.member(named: name, of: $0) }
    }

    /// All params.
    public var object: JSONObject { node.map { document.object($0) } ?? JSONObject() }
}

extension CallParams: Hashable {
    /// Params are equal if they have the same members.
    public static func == (left: CallParams, right: CallParams) -> Bool { left.object == right.object }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) { hasher.combine(object) }
}
