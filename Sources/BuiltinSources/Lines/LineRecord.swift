import JSON
import SearchSource

/// A record: a row of a table, or a JSON object.
struct LineRecord {
    /// Its parts, in the order of the file.
    private(set) var parts: [(name: String, value: Fields.Value)] = []

    /// The most values and names of a JSON object.
    private static let mostValues = 10_000

    /// A row of a table with these columns. Empty values are none.
    init(_ values: [String], columns: [String]) {
        for (name, value) in zip(columns, values) where !value.isEmpty { parts.append((name, .text(value))) }
    }

    /// A JSON object; nil if it is none. Of its members those are taken that are texts, numbers or booleans.
    init?(json: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        let document = try JSONDocument(Array(json), maximumCount: Self.mostValues)
        guard document.kind(document.root) == .object else { return nil }
        for (name, value) in document.members(of: document.root) {
            guard let name = document.string(name), let value = Fields.Value(document.value(value)) else { continue }
            parts.append((name, value))
        }
    }

    /// What was read before, read again; nil if it was none.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ format: LineFormat, columns: [String]) {
        guard format != .jsonl else {
            guard let record = try? LineRecord(json: bytes) else { return nil }
            self = record
            return
        }
        var values = SeparatedValues(format)
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            guard let row = try? values.take(UnsafeBufferPointer(rebasing: line)) else { continue }
            self.init(row, columns: columns)
            return
        }
        return nil
    }

    /// The first part, as a text: what one without a title is shown by.
    var firstText: String? { parts.first?.value.text }

    /// The most parts that become fields: who has more reads them in the detail.
    private static let mostFields = 100

    /// The parts as fields, but for those with these names.
    func fields(without names: Set<ExactText>) -> Fields {
        var fields: Fields = [:]
        for part in parts.lazy.filter({ !names.contains(ExactText($0.name)) }).prefix(Self.mostFields) {
            fields[part.name] = part.value
        }
        return fields
    }

    /// The part with this name, as a text; of several with one name the first.
    subscript(name: String) -> String? {
        parts.first { $0.name.hasSameBytes(as: name) }?.value.text
    }
}
