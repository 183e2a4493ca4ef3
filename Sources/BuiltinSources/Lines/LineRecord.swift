import JSON
import SearchSource

/// A record: a row of a table, or a JSON object.
struct LineRecord {
    /// Its parts, in the order of the file.
    private(set) var parts: [(name: String, value: Fields.Value)] = []

    /// The maximum number of values and names in a JSON object.
    private static let mostValues = 10_000

    /// Creates a record from a row of a table with these columns. Empty values are omitted.
    init(_ values: [String], columns: [String]) {
        for (name, value) in zip(columns, values) where !value.isEmpty { parts.append((name, .text(value))) }
    }

    /// Reads a JSON object; nil if it is something else. Only members that are strings, numbers or booleans are taken.
    init?(json: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        let document = try JSONDocument(Array(json), maximumCount: Self.mostValues)
        guard document.kind(document.root) == .object else { return nil }
        for (name, value) in document.members(of: document.root) {
            guard let name = document.string(name), let value = Fields.Value(document.value(value)) else { continue }
            parts.append((name, value))
        }
    }

    /// Reads a record again from its bytes; nil if it is none.
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

    /// The first part as text, which is shown if there is no title.
    var firstText: String? { parts.first?.value.text }

    /// How many parts become fields at most. The detail shows all of them.
    private static let mostFields = 100

    /// Returns the parts as fields, except those with these names.
    func fields(without names: Set<ExactText>) -> Fields {
        var fields: Fields = [:]
        for part in parts.lazy.filter({ !names.contains(ExactText($0.name)) }).prefix(Self.mostFields) {
            fields[part.name] = part.value
        }
        return fields
    }

    /// The part with this name, as text; the last one, if several have it.
    subscript(name: String) -> String? {
        parts.last { $0.name.hasSameBytes(as: name) }?.value.text
    }
}
