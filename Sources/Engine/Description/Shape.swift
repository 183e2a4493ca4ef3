import JSON

/// A named object on the wire: declared once, next to the code that writes or reads it.
struct Shape: Sendable {
    /// Its name in schemas and in generated types.
    let name: String

    /// What it is, in one phrase.
    let summary: String

    let members: [Member]

    init(_ name: String, _ summary: String, _ members: [Member]) {
        self.name = name
        self.summary = summary
        self.members = members
    }

    /// The object as a JSON Schema.
    var json: JSONValue {
        var properties = JSONObject()
        for member in members {
            // Draft-07 ignores everything next to a `$ref`.
            let schema = member.schema.json
            var described =
                schema.object?["$ref"] == nil ? schema.object ?? JSONObject() : JSONObject([("allOf", [schema])])
            described["description"] = .string(member.summary)
            properties[member.name] = .object(described)
        }
        var schema = JSONObject([
            ("type", "object"), ("description", .string(summary)), ("properties", .object(properties)),
        ])
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }
}
