import Bytes
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
        var (one, other) = (left.json, right.json)
        if one.withUTF8({ one in other.withUTF8 { ByteScan.areEqual(one, $0) } }) { return true }
        return left.withResolvedBytes { left in right.withResolvedBytes { ByteScan.areEqual(left, $0) } }
    }

    /// Hashes the value of the id.
    public func hash(into hasher: inout Hasher) {
        withResolvedBytes { hasher.combine(text: $0) }
    }

    /// Calls `body` with the JSON text of the id in which the escapes are resolved. It is the same for two ids if and
    /// only if their values are equal: only a string has a quotation mark at its beginning.
    private func withResolvedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = json
        // An id may be 1 MiB long, and almost none has escapes: then it is not parsed again.
        let hasEscapes = text.withUTF8 { text in
            ByteScan.run(in: text, from: 0, to: { ByteScan.equal($0, UInt8(ascii: "\\")) }).end < text.count
        }
        if hasEscapes, case .string(let value) = value { text = "\"\(value)\"" }
        return text.withUTF8(body)
    }
}
