/// Reads JSON into a `JSONValue`. What a text must be like stands at `JSONDocument`.
public enum JSONParser {
    /// Reads `bytes` as one JSON value.
    ///
    /// - Parameter maximumDepth: How many arrays and objects may be open at once.
    public static func parse(_ bytes: [UInt8], maximumDepth: Int = 128) throws(JSONError) -> JSONValue {
        let document = try JSONDocument(bytes, maximumDepth: maximumDepth)
        return document.value(document.root)
    }
}
