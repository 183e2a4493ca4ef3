/// A JSON number, kept as it was written.
///
/// JSON sets no bounds on numbers, and RPC ids must be returned exactly as received: `1`, `1.0` and `1e0` are kept
/// distinct, and a number that no machine type can hold is still a number. Two numbers are equal if their texts are.
public struct JSONNumber: Hashable, Sendable {
    /// The text, which follows the number grammar of RFC 8259, section 6.
    public let text: String

    /// A number whose text is known to follow the grammar.
    init(validated text: String) {
        self.text = text
    }

    /// The number `integer`.
    public init(_ integer: Int) {
        text = String(integer)
    }

    /// The number `double`, or nil for infinities and NaN, which JSON does not have.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        text = double.description
    }

    /// The whole number that this is, however it was written (`20`, `20.0`, `2e1`), or nil if it has a fraction or
    /// does not fit.
    public var integer: Int? {
        if let integer = Int(text) { return integer }
        // With a point or an exponent, the value is exact only in the range where every whole number is a double.
        guard text.utf8.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) else { return nil }
        guard let double, double.magnitude <= 9_007_199_254_740_992 else { return nil }
        return Int(exactly: double)
    }

    /// The nearest double, or nil if it would be infinite.
    public var double: Double? {
        guard let double = Double(text), double.isFinite else { return nil }
        return double
    }
}
