/// Parses records of separated values from lines. A value in quotes may contain separators, line ends and doubled
/// quotes, as in RFC 4180.
///
///     beginning ──"──→ quoted ──"──→ behind a quote ──"──→ quoted
///         │ other        │ ↑ line end    │ separator, line end ──→ beginning
///         ↓              └─┘             └─other──→ fault
///       plain ──separator, line end──→ beginning
///
/// A quote in a plain value has no special meaning: it is a character like any other.
struct SeparatedValues: Sendable {
    /// The byte between two values.
    private let separator: UInt8

    /// Whether quotes have a meaning: in tab-separated values they have none.
    private let hasQuotes: Bool

    private enum Place { case beginning, plain, quoted, behindQuote }

    private var place = Place.beginning
    private var value: [UInt8] = []
    private var values: [String] = []

    /// Something follows the quote that ends a value.
    struct Fault: Error {}

    /// Creates a parser for tables of this format.
    init(_ format: LineFormat) {
        separator = UInt8(ascii: format == .tsv ? "\t" : ",")
        hasQuotes = format != .tsv
    }

    /// Whether a record has begun that continues on the next line.
    var isOpen: Bool { place == .quoted }

    /// Takes a line; returns the values of the record, or nil if it continues.
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
