import JSON

/// The id of a request, byte for byte as it came: `1`, `"1"`, `1.0` and `null` are four different ids.
public struct RequestID: Sendable, CustomStringConvertible {
    /// What the id is: a string, a number or null.
    public let value: JSONValue

    /// The JSON text of the id, as it was written.
    public let json: String

    /// The id of an answer to something whose id could not be read.
    public static let null = RequestID(.null, json: "null")

    /// The id `value`, written as `json`; as this library would write it, if that is left out.
    public init(_ value: JSONValue, json: String? = nil) {
        self.value = value
        self.json = json ?? String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    /// The JSON text of the id.
    public var description: String { json }
}

extension RequestID: Hashable {
    /// Two ids are the same if they mean the same: `"a"` and `"\u0061"` do, `1` and `1.0` do not.
    public static func == (left: RequestID, right: RequestID) -> Bool {
        left.value == right.value
    }

    /// Hashes what the id means.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
