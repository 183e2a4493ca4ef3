extension Item {
    /// The maximum size of a text of an item, of an address and of a name, in bytes: 64 KiB.
    package static let longestText = 1 << 16

    /// The maximum size of an item's id, and of what is inserted for it, in bytes as written: 1 MiB, as for a message
    /// from the client.
    package static let longestInsert = 1 << 20
}

extension String {
    /// The number of bytes that it takes in a message: control characters and line separators are escaped.
    package var writtenSize: Int {
        var text = self
        return text.withUTF8 { bytes in
            var size = bytes.count
            for (index, byte) in bytes.enumerated() {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08...0x0A, 0x0C, 0x0D: size += 1
                case 0..<0x20: size += 5
                // U+0085, U+2028 and U+2029 take six bytes.
                case 0xC2 where bytes[index + 1] == 0x85: size += 4
                case 0xE2 where bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8: size += 3
                default: break
                }
            }
            return size
        }
    }

    /// Returns the string, cut after at most `length` bytes and given an ellipsis if it is longer; no scalar is split.
    package func cut(at length: Int) -> String {
        guard utf8.count > length else { return self }
        var end = utf8.index(startIndex, offsetBy: length)
        // Back to the start of a scalar.
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }
}
