/// Base64 encoding (RFC 4648, section 4).
enum Base64 {
    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the UTF-8 of `text`, encoded.
    static func encode(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                let isPadding = place > group.count
                encoded.append(isPadding ? UInt8(ascii: "=") : characters[bits >> (18 - 6 * place) & 63])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
