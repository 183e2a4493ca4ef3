extension JSONDocument {
    /// Returns the value at `node` with everything in it. It must be complete.
    public func value(_ node: Node) -> JSONValue {
        guard let entry = entry(node) else { return .null }
        switch entry.kind {
        case .null: return .null
        case .yes: return .boolean(true)
        case .no: return .boolean(false)
        case .number: return number(node).map { .number($0) } ?? .null
        case .string: return string(node).map { .string($0) } ?? .null
        case .array:
            var values: [JSONValue] = []
            values.reserveCapacity(Int(entry.count))
            for element in elements(of: node) { values.append(value(element)) }
            return .array(values)
        case .object: return .object(object(node))
        }
    }

    /// Returns the object at `node`; an empty one if it is something else.
    public func object(_ node: Node) -> JSONObject {
        var object = JSONObject()
        object.reserveCapacity(count(node))
        for member in members(of: node) { object[string(member.name) ?? ""] = value(member.value) }
        return object
    }
}
