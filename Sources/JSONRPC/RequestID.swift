import JSON

/// The id of a request, byte for byte as it came: `1`, `"1"`, `1.0` and `null` are four different ids.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
    /// The JSON text of the id.
    public let json: String

    /// The id of an answer to something whose id could not be read.
    public static let null = RequestID(json: "null")

    /// The id whose JSON text is `json`: a string, a number or `null`.
    public init(json: String) {
        self.json = json
    }

    /// The JSON text of the id.
    public var description: String { json }
}
