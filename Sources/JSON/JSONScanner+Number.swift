import Bytes

extension JSONScanner {
    /// Reads a number: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
    @inline(__always)
    mutating func number() throws(JSONError) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        // Most numbers are whole.
        if peek == UInt8(ascii: ".") || peek | 0x20 == UInt8(ascii: "e") { try fractionAndExponent() }
    }

    @inline(never)
    private mutating func fractionAndExponent() throws(JSONError) {
        if take(UInt8(ascii: ".")) { try digits() }
        if peek | 0x20 == UInt8(ascii: "e") {
            position += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
    }

    @inline(__always)
    private mutating func digits() throws(JSONError) {
        guard peek.isDigit else { throw unexpected("a digit") }
        while peek.isDigit { position += 1 }
    }
}
