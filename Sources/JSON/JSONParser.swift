/// Reads JSON into a `JSONValue`. What a text must be like stands at `JSONDocument`.
public enum JSONParser {
    /// Reads `bytes` as one JSON value.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        let document = try JSONDocument(bytes)
        return document.value(document.root)
    }
}
