import JSON

/// The params of a call, by name: they stay as they were written, and one is read when it is asked for.
public struct CallParams: Sendable {
    /// The message that they stand in.
    public let document: JSONDocument
    private let node: JSONDocument.Node?

    /// The members of the object at `node`; none if there is something else, or nothing.
    init(_ document: JSONDocument, _ node: JSONDocument.Node?) {
        self.document = document
        self.node = node
    }

    /// The members of `object`.
    public init(_ object: JSONObject = JSONObject()) {
        document = JSONDocument.beginning(of: JSONWriter.bytes(of: .object(object))).document
        node = document.root
    }

    /// The param `name`; nil if there is none. Of two, the later one counts.
    public subscript(name: String) -> JSONValue? {
        place(of: name).map { document.value($0) }
    }

    /// The param `name`, but for what is in it: in the place of an array or an object stands an empty one.
    public func outline(of name: String) -> JSONValue? {
        guard let place = place(of: name) else { return nil }
        return switch document.kind(place) {
        case .array: .array([])
        case .object: .object(JSONObject())
        default: document.value(place)
        }
    }

    /// The members of the param `name`; nil if it is no object.
    public func members(of name: String) -> CallParams? {
        guard let place = place(of: name), document.kind(place) == .object else { return nil }
        return CallParams(document, place)
    }

    /// Where the param `name` stands in the message; nil if there is none. Of two, the later one counts.
    public func place(of name: String) -> JSONDocument.Node? {
        node.flatMap { document.member(named: name, of: $0) }
    }

    /// Whether there are none, by name or by position.
    var isEmpty: Bool { node.map { document.count($0) == 0 } ?? true }

    /// All of them.
    public var object: JSONObject { node.map { document.object($0) } ?? JSONObject() }
}

extension CallParams: Hashable {
    /// Params are equal if they have the same members.
    public static func == (left: CallParams, right: CallParams) -> Bool { left.object == right.object }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) { hasher.combine(object) }
}
