import JSON

/// A value in a request: a constant, a hole, a key, or several of these.
///
///     "Swift"   {"$": "query"}   {"env": "TOKEN"}   {"join": ["Bearer ", {"env": "TOKEN"}]}
///
/// Holes are values rather than places in a string, so nothing has to be escaped, and a number stays a number.
indirect enum RequestValue: Sendable {
    case constant(JSONValue)
    case hole(RequestHole)
    /// A key; nil if its variable is not set.
    case key(String?)
    /// Texts that are concatenated. There is no value if one of them has none.
    case joined([RequestValue])
    /// In a body only.
    case array([RequestValue])
    /// In a body only.
    case object([(name: String, value: RequestValue)])

    /// Returns the value as it is sent; nil if there is none, and the member that contains it is to be left out.
    func json(_ contents: RequestHole.Contents) -> JSONValue? {
        switch self {
        case .constant(let json): return json
        case .hole(let hole): return hole.value(contents)
        case .key(let key): return key.map(JSONValue.string)
        case .joined: return text(contents).map(JSONValue.string)
        case .array(let elements): return .array(elements.compactMap { $0.json(contents) })
        case .object(let members):
            var object = JSONObject()
            for (name, value) in members { object[name] = value.json(contents) }
            return .object(object)
        }
    }

    /// Returns the value as text, for a URL or a header; nil if there is none.
    func text(_ contents: RequestHole.Contents) -> String? {
        if case .joined(let parts) = self {
            var whole = ""
            for part in parts {
                guard let text = part.text(contents) else { return nil }
                whole += text
            }
            return whole
        }
        guard let json = json(contents), json != .null else { return nil }
        return json.scalar ?? String(decoding: JSONWriter.bytes(of: json), as: UTF8.self)
    }

    /// The values in it that hold no others.
    private var leaves: [RequestValue] {
        switch self {
        case .constant, .hole, .key: [self]
        case .joined(let values), .array(let values): values.flatMap(\.leaves)
        case .object(let members): members.flatMap(\.value.leaves)
        }
    }

    var keys: [String] { leaves.compactMap { if case .key(let key) = $0 { key } else { nil } } }

    /// Whether it is the same in every request, and holds no key.
    var isConstant: Bool { leaves.allSatisfy { if case .constant = $0 { true } else { false } } }

    /// The strings in it that are sent as they are.
    var constants: [String] { leaves.compactMap { if case .constant(let json) = $0 { json.string } else { nil } } }

    /// The names of the holes in it.
    var holes: [RequestHole.Name] { leaves.compactMap { if case .hole(let hole) = $0 { hole.name } else { nil } } }
}

extension RequestValue {
    /// The maximum nesting depth of a body.
    private static let mostLevels = 32

    /// Reads a value of a query or a header.
    init(_ value: DescribedValue, text holes: [RequestHole.Name]) throws(DescriptionError) {
        switch value.json {
        case .string(let text): self = .constant(.string(try Self.plain(text, value, holes)))
        case .number, .boolean: self = .constant(value.json)
        case .object(let object) where Self.isSpecial(object): self = try Self.special(value, object, holes)
        default:
            throw value.wrong(#"a string, a number, a boolean, {"$": "query"}, {"env": "NAME"} or {"join": […]}"#)
        }
    }

    /// Reads a value of a JSON body.
    init(_ value: DescribedValue, body holes: [RequestHole.Name], level: Int = 0) throws(DescriptionError) {
        guard level <= Self.mostLevels else { throw value.fault("is nested deeper than \(Self.mostLevels) levels") }
        switch value.json {
        case .object(let object) where Self.isSpecial(object): self = try Self.special(value, object, holes)
        case .object:
            self = .object(
                try value.named(atMost: 1000) { (inner) throws(DescriptionError) in
                    try RequestValue(inner, body: holes, level: level + 1)
                })
        case .array:
            var elements: [RequestValue] = []
            for inner in try value.elements(atMost: 1000) {
                let element = try inner.noting { (inner) throws(DescriptionError) in
                    try RequestValue(inner, body: holes, level: level + 1)
                }
                if let element { elements.append(element) }
            }
            self = .array(elements)
        case .string(let text): self = .constant(.string(try Self.plain(text, value, holes)))
        default: self = .constant(value.json)
        }
    }

    /// Returns a string that is sent as it is, after checking that nothing in it looks like a hole.
    private static func plain(
        _ text: String, _ value: DescribedValue, _ holes: [RequestHole.Name]
    ) throws(DescriptionError) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        for hole in holes.map(\.rawValue) where text.utf8.firstRange(of: "{\(hole)}".utf8) != nil {
            throw value.fault(
                #"has {\#(hole)} in it, which would be sent as it stands; write {"$": "\#(hole)"}, with what is around it "#
                    + #"as {"join": ["…", {"$": "\#(hole)"}]}"#)
        }
        return text
    }

    private static func isSpecial(_ object: JSONObject) -> Bool {
        object["$"] != nil || object["env"] != nil || object["join"] != nil
    }

    private static func special(
        _ value: DescribedValue, _ object: JSONObject, _ holes: [RequestHole.Name]
    ) throws(DescriptionError) -> RequestValue {
        if object["$"] != nil { return .hole(try RequestHole(value, allowed: holes)) }
        if object["env"] != nil { return .key(try value.variables.value(of: value)) }
        var parts: [RequestValue] = []
        let join = try value.object(["join"]).needed("join")
        let elements = try join.elements(atMost: 16)
        guard !elements.isEmpty else { throw join.fault("must not be empty") }
        for part in elements {
            parts.append(try RequestValue(part, text: holes))
        }
        return .joined(parts)
    }
}
