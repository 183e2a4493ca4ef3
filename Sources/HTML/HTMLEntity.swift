import Bytes

/// Character references: `&amp;`, `&#12354;`, `&#x3042;` (WHATWG HTML, section 13.2.5.72 and following).
enum HTMLEntity {
    /// Returns the UTF-8 in `bytes` with all references replaced.
    ///
    /// - Parameter isAttribute: Whether this is an attribute value. There, a name without `;` is not a reference if a
    ///   letter, a digit or `=` follows: `?a=1&copy=2` has no copyright sign in it.
    static func decode(_ bytes: ArraySlice<UInt8>, isAttribute: Bool = false) -> ArraySlice<UInt8> {
        var rest = bytes
        var text: [UInt8] = []
        while let reference = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += rest[..<reference]
            rest = rest[(reference + 1)...]
            if let characters = take(from: &rest, isAttribute: isAttribute) {
                text += characters.utf8
            } else {
                text.append(UInt8(ascii: "&"))
            }
        }
        if text.isEmpty { return rest }
        return (text + rest)[...]
    }

    /// Returns the text of the reference whose `&` has just been read and takes it from `rest`; nil if it is not one.
    private static func take(from rest: inout ArraySlice<UInt8>, isAttribute: Bool) -> String? {
        if rest.first == UInt8(ascii: "#") { return takeNumber(from: &rest) }
        let run = rest.prefix(longestName).prefix(while: \.isLetterOrDigit)
        if rest.dropFirst(run.count).first == UInt8(ascii: ";"),
            let characters = named[String(decoding: run, as: UTF8.self)]
        {
            rest = rest.dropFirst(run.count + 1)
            return characters
        }
        for length in stride(from: min(run.count, longestLegacyName), to: 1, by: -1) {
            let name = String(decoding: run.prefix(length), as: UTF8.self)
            guard legacyNames.contains(name) else { continue }
            let next = rest.dropFirst(length).first
            if isAttribute, let next, next.isLetterOrDigit || next == UInt8(ascii: "=") { return nil }
            rest = rest.dropFirst(length)
            return named[name]
        }
        return nil
    }

    private static let longestName = 31
    private static let longestLegacyName = 6

    private static func takeNumber(from rest: inout ArraySlice<UInt8>) -> String? {
        var digits = rest.dropFirst()
        let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        if isHexadecimal { digits = digits.dropFirst() }
        var number: UInt32 = 0
        var count = 0
        while let digit = digits.first.flatMap({ $0.digit(inBase: isHexadecimal ? 16 : 10) }) {
            // A number past the last code point stays past it, and cannot overflow.
            number = min(number * (isHexadecimal ? 16 : 10) + digit, 0x110000)
            digits = digits.dropFirst()
            count += 1
        }
        guard count > 0 else { return nil }
        rest = digits.first == UInt8(ascii: ";") ? digits.dropFirst() : digits
        let scalar = number == 0 ? nil : Unicode.Scalar(windows1252[number] ?? number)
        return String(Character(scalar ?? "\u{FFFD}"))
    }

    /// Old pages use the numbers of Windows-1252 where Unicode has control characters.
    private static let windows1252: [UInt32: UInt32] = [
        0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021,
        0x88: 0x02C6, 0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018,
        0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC,
        0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A, 0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
    ]
}

extension UInt8 {
    fileprivate func digit(inBase base: UInt8) -> UInt32? {
        hexValue.flatMap { $0 < base ? UInt32($0) : nil }
    }
}
