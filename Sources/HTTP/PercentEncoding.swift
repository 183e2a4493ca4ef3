import Bytes

/// Percent-encoding of URL parts (RFC 3986, section 2).
public enum PercentEncoding {
    /// Returns `text` with everything encoded except letters, digits and `-._~`, so that it fits anywhere in a URL.
    public static func encode(_ text: String) -> String {
        String(unsafeUninitializedCapacity: maximumLength(of: text)) { encode(text, to: $0, at: 0) }
    }

    /// Returns the maximum length of `text` when it is encoded, in bytes.
    static func maximumLength(of text: String) -> Int { 3 * text.utf8.count }

    /// Writes `text`, encoded, from `start` on; returns where it ends.
    static func encode(_ text: String, to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
        var end = start
        var text = text
        text.withUTF8 { utf8 in
            for byte in utf8 {
                if isUnreserved(byte) {
                    bytes[end] = byte
                    end += 1
                } else {
                    bytes[end] = UInt8(ascii: "%")
                    bytes[end + 1] = digit(byte >> 4)
                    bytes[end + 2] = digit(byte & 0xF)
                    end += 3
                }
            }
        }
        return end
    }

    /// Returns `encoded`, decoded. What is not an escape stays as it is; bytes that are not UTF-8 become U+FFFD.
    public static func decode(_ encoded: String) -> String {
        var encoded = encoded
        return encoded.withUTF8 { encoded in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(encoded.count)
            var index = 0
            while index < encoded.count {
                if encoded[index] == UInt8(ascii: "%"), index + 2 < encoded.count,
                    let high = encoded[index + 1].hexValue, let low = encoded[index + 2].hexValue
                {
                    bytes.append(high << 4 | low)
                    index += 3
                } else {
                    bytes.append(encoded[index])
                    index += 1
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "~")
    }
}
