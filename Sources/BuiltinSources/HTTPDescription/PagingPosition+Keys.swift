import Bytes
import HTTP
import JSON

extension PagingPosition {
    /// Whether `key` stands in it: as it is, percent-encoded, or as JSON escapes it.
    func holds(_ key: String) -> Bool {
        // In JSON it stands between quotes.
        let escaped = JSONWriter.bytes(of: .string(key)).dropFirst().dropLast()
        let needles = [Array(key.utf8), Array(escaped)]
        return ([text] + (value?.texts ?? [])).contains { text in
            [text, PercentEncoding.decode(text)].contains { $0.holds(anyOf: needles) }
        }
    }
}

extension JSONValue {
    /// All texts in it, and all names.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let object): object.members.flatMap { [$0.name] + $0.value.texts }
        case .null, .boolean, .number: []
        }
    }
}

extension String {
    /// Whether one of these stands in its bytes.
    fileprivate func holds(anyOf needles: [[UInt8]]) -> Bool {
        var text = self
        return text.withUTF8 { text in needles.contains { ByteScan.place(of: $0, in: text, from: 0) != nil } }
    }
}
