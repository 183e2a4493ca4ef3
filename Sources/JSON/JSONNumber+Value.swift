extension JSONNumber {
    /// Whether both are the same number, however each is written: `1`, `1.0` and `10e-1`. All digits count. Of what has more
    /// than 1,000 bytes, or an exponent that no `Int` holds, only what is written alike is the same.
    public func hasSameValue(as other: JSONNumber) -> Bool {
        if text.utf8.elementsEqual(other.text.utf8) { return true }
        guard let value = Decimal(text), let otherValue = Decimal(other.text) else { return false }
        return value == otherValue
    }
}

/// A number as it is written in one way only: its digits without a zero at either end, and how often they are to be taken
/// tenfold.
private struct Decimal: Equatable {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var exponent = 0

    /// The most bytes that are read: a number comes from anybody, and may be compared with many.
    private static let longest = 1000

    /// Reads what follows the grammar of RFC 8259, section 6; nil if it is too long, or its exponent too large.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest = rest.dropFirst()
        }
        var decimals: Int?
        while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: ".") {
                decimals = 0
            } else {
                decimals = decimals.map { $0 + 1 }
                if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
            }
        }
        var zeros = 0
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            zeros += 1
        }
        // Of zeros there is one, whatever its sign and its exponent.
        guard !digits.isEmpty else {
            isNegative = false
            return
        }
        guard let written = rest.isEmpty ? 0 : Int(Substring(rest.dropFirst())) else { return nil }
        let (sum, isTooLarge) = written.addingReportingOverflow(zeros - (decimals ?? 0))
        guard !isTooLarge else { return nil }
        exponent = sum
    }
}
