/// Percent-encoding of URL parts (RFC 3986, section 2).
public enum PercentEncoding {
    /// `text` with everything encoded but letters, digits and `-._~`, so that it fits anywhere in a URL.
    public static func encode(_ text: String) -> String {
        String(
            decoding: text.utf8.flatMap { byte -> [UInt8] in
                isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }, as: UTF8.self)
    }

    /// The text that `encoded` stands for. What is not an escape stays as it is; bytes that are not UTF-8 become
    /// U+FFFD.
    public static func decode(_ encoded: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(encoded.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = value(rest[rest.startIndex]),
                let low = value(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func value(_ digit: UInt8) -> UInt8? {
        Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
