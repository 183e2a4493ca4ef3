/// Reads JSON into a `JSONValue`. See `JSONDocument` for what is accepted.
public enum JSONParser {
    /// Reads `bytes` as one JSON value.
    ///
    /// - Parameter maximumDepth: The maximum number of arrays and objects that may be open at once.
    public static func parse(_ bytes: [UInt8], maximumDepth: Int = 128) throws(JSONError) -> JSONValue {
        let document = try JSONDocument(bytes, maximumDepth: maximumDepth)
        return document.value(document.root)
    }
}
