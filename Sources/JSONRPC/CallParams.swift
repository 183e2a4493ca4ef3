import JSON

/// The params of a call, by name: they stay as they were written, and one is read when it is asked for.
public struct CallParams: Sendable {
    private let document: JSONDocument
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
        node.flatMap { document.member(named: name, of: $0) }.map { document.value($0) }
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
