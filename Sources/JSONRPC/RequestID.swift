import JSON

/// The id of a request, byte for byte as it came: `1`, `"1"`, `1.0` and `null` are four different ids.
public struct RequestID: Sendable, CustomStringConvertible {
    /// The JSON text of the id, as it was written.
    public let json: String

    /// The id of a response to a message whose id could not be read.
    public static let null = RequestID(json: "null")

    /// The id written as `json`, which must be a string, a number or null.
    init(json: String) {
        self.json = json
    }

    /// The id `value`, as this library would write it.
    public init(_ value: JSONValue) {
        json = String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    /// The value of the id: a string, a number or null.
    public var value: JSONValue { (try? JSONParser.parse(Array(json.utf8))) ?? .null }

    /// The JSON text of the id.
    public var description: String { json }
}

extension RequestID: Hashable {
    /// Two ids are equal if their values are: `"a"` and `"\u0061"` are, `1` and `1.0` are not.
    public static func == (left: RequestID, right: RequestID) -> Bool {
        left.value == right.value
    }

    /// Hashes the value of the id.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
