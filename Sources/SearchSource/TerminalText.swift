/// The output of programs, without terminal control sequences.
public enum TerminalText {
    private static let escape: UInt8 = 0x1B

    /// Returns the text of `bytes` without escape sequences (ECMA-48), with only the last of several characters that
    /// were printed in one place (`_\u{8}a`, as manual pages underline), and without control characters other than tabs
    /// and line feeds.
    public static func plain(_ bytes: [UInt8]) -> String {
        guard bytes.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F || $0 == 0xC2 }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case escape: skipSequence(&rest)
            case 0xC2 where rest.first.map({ (0x80...0x9F).contains($0) }) ?? false: rest.removeFirst()
            case 0x08: removeLast(&plain)
            case 0x09, 0x0A: plain.append(byte)
            case 0..<0x20, 0x7F: break
            default: plain.append(byte)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// Returns the text of the last line of `bytes` that is not blank, without surrounding white space; nil if there is
    /// none. A carriage return begins a line too: what is written over a line, such as progress, replaces it.
    public static func lastLine(of bytes: [UInt8]) -> String? {
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).reversed() {
            let text = plain(Array(line)).unicodeScalars
            guard let first = text.firstIndex(where: { !$0.properties.isWhitespace }),
                let last = text.lastIndex(where: { !$0.properties.isWhitespace })
            else { continue }
            return String(text[first...last])
        }
        return nil
    }

    /// Skips the rest of an escape sequence, after its ESC.
    private static func skipSequence(_ rest: inout ArraySlice<UInt8>) {
        guard let kind = rest.first, kind != 0x0A else { return }
        rest.removeFirst()
        switch kind {
        case UInt8(ascii: "["): skip(0x20...0x3F, final: 0x40...0x7E, &rest)
        case 0x20...0x2F: skip(0x20...0x2F, final: 0x30...0x7E, &rest)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            // Up to BEL or another ESC, and never past the line: a sequence that was cut off must not swallow the rest.
            rest = rest.drop { $0 != 0x07 && $0 != 0x0A && $0 != escape }
            if rest.first == 0x07 { rest.removeFirst() }
        default: break
        }
    }

    private static func skip(
        _ middle: ClosedRange<UInt8>, final: ClosedRange<UInt8>, _ rest: inout ArraySlice<UInt8>
    ) {
        rest = rest.drop { middle.contains($0) }
        if let byte = rest.first, final.contains(byte) { rest.removeFirst() }
    }

    /// Removes the last character of the line.
    private static func removeLast(_ plain: inout [UInt8]) {
        guard let last = plain.last, last != 0x0A else { return }
        while let byte = plain.popLast(), byte & 0xC0 == 0x80 {}
    }
}
