/// Takes records of values with a separator between them out of lines: in quotes, a value may have separators, line ends and
/// (twice) quotes in it, as RFC 4180 has it.
///
///     beginning ──"──→ quoted ──"──→ behind a quote ──"──→ quoted
///         │ other        │ ↑ line end    │ separator, line end ──→ beginning
///         ↓              └─┘             └─other──→ fault
///       plain ──separator, line end──→ beginning
///
/// Left out: what a quote in a plain value means. It is a character.
struct SeparatedValues: Sendable {
    /// What stands between two values.
    private let separator: UInt8

    /// Whether quotes mean something: between tabs they do not.
    private let hasQuotes: Bool

    private enum Place { case beginning, plain, quoted, behindQuote }

    private var place = Place.beginning
    private var value: [UInt8] = []
    private var values: [String] = []

    /// That something stands behind the quote that ends a value.
    struct Fault: Error {}

    /// The values of tables of this format.
    init(_ format: LineFormat) {
        separator = UInt8(ascii: format == .tsv ? "\t" : ",")
        hasQuotes = format != .tsv
    }

    /// Whether a record has begun that goes on behind the end of its line.
    var isOpen: Bool { place == .quoted }

    /// Takes a line; answers the values of the record, or nil if it goes on.
    mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) -> [String]? {
        if isOpen { value.append(0x0A) }
        for byte in line { try take(byte) }
        if isOpen { return nil }
        end()
        defer { values = [] }
        return values
    }

    private mutating func take(_ byte: UInt8) throws(Fault) {
        let quote = UInt8(ascii: "\"")
        switch (place, byte) {
        case (.beginning, quote) where hasQuotes: place = .quoted
        case (.quoted, quote): place = .behindQuote
        case (.behindQuote, quote):
            value.append(byte)
            place = .quoted
        case (.quoted, _): value.append(byte)
        case (_, separator): end()
        case (.behindQuote, _): throw Fault()
        case (.beginning, _), (.plain, _):
            value.append(byte)
            place = .plain
        }
    }

    private mutating func end() {
        values.append(String(decoding: value, as: UTF8.self))
        value.removeAll(keepingCapacity: true)
        place = .beginning
    }
}
