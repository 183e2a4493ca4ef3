extension JSONNumber {
    /// Whether both are the same number, however each is written: `1`, `1.0` and `10e-1` are. All digits count. A
    /// number of more than 1,000 bytes, or with an exponent that no `Int` holds, equals only an identical text.
    public func hasSameValue(as other: JSONNumber) -> Bool {
        if text.utf8.elementsEqual(other.text.utf8) { return true }
        guard let value = Decimal(text), let otherValue = Decimal(other.text) else { return false }
        return value == otherValue
    }
}

/// A number in canonical form: its sign, its digits without zeros at either end, and its power of ten.
private struct Decimal: Equatable {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var exponent = 0

    /// The maximum length of a number, in bytes: numbers are untrusted input, and may be compared with many others.
    private static let longest = 1000

    /// Reads a number that follows the grammar of RFC 8259, section 6; nil if it or its exponent is too large.
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
        // All zeros are equal, whatever their sign and exponent.
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
