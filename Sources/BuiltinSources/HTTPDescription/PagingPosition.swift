import JSON
import SearchSource

/// Where a page begins, as stored in the cursor of a described source.
struct PagingPosition: Hashable, Sendable {
    /// The offset, the page number or the cursor; nil if none is sent.
    let value: JSONValue?

    /// The number of rows before the page.
    let rows: Int

    /// A checksum of the ids of the page before.
    let seen: UInt64

    /// What was fetched once for the whole list; nil if nothing is, or not yet.
    var prepared: JSONValue?

    /// The maximum size of a position, and of what was fetched once, in bytes: they go into a URL, and no server reads
    /// longer ones.
    static let longest = 8192

    /// Answers are nested at most 128 deep, and what comes from one is in an array here.
    private static let maximumDepth = 129

    /// The start of a list that has only one page.
    static let start = PagingPosition(value: nil, rows: 0, seen: 0)

    init(value: JSONValue?, rows: Int, seen: UInt64, prepared: JSONValue? = nil) {
        self.value = value
        self.rows = rows
        self.seen = seen
        self.prepared = prepared
    }

    /// Reads a cursor made from `text`; nil if it is anything else.
    init?(_ cursor: Cursor) {
        guard let parts = try? JSONParser.parse(Array(cursor.text.utf8), maximumDepth: Self.maximumDepth).array,
            parts.count == 3 || parts.count == 4,
            let rows = parts[1].integer, rows >= 0, let seen = parts[2].string.flatMap({ UInt64($0) })
        else { return nil }
        self.init(
            value: parts[0] == .null ? JSONValue?.none : parts[0], rows: rows, seen: seen,
            prepared: parts.dropFirst(3).first)
    }

    var text: String {
        // In decimal digits: with letters, a short key like Typesense's `xyz` would occur in it now and then.
        var parts: [JSONValue] = [value ?? .null, .number(JSONNumber(rows)), .string(String(seen))]
        if let prepared { parts.append(prepared) }
        return String(decoding: JSONWriter.bytes(of: .array(parts)), as: UTF8.self)
    }

    /// Returns a checksum of these ids that depends on their order (Fowler, Noll and Vo's FNV-1a).
    static func sum(of items: [Item]) -> UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for item in items {
            for byte in item.id.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
            sum = (sum ^ 0xFF) &* 0x100_0000_01B3
        }
        return sum
    }
}
