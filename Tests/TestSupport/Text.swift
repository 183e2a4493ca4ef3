import JSON

extension JSONObject {
    /// The object as JSON.
    public var text: String { JSONValue.object(self).text }
}

extension JSONValue {
    /// The value as JSON.
    public var text: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}
