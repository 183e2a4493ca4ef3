/// A piece of HTML in which matches are marked, as plain text with the matches told apart.
///
/// A match is what stands in a `span` of the class `searchmatch`, however its attribute is quoted. Other tags are
/// dropped, character references decoded, and white space is one space, as it is where HTML is shown.
struct Snippet {
    private var parts: [[UInt8]] = [[]]
    private var endsWithSpace = true

    /// The text, cut so that the odd parts are the matches; nil if there is none.
    static func parts(ofHTML html: String) -> [String]? {
        var snippet = Snippet()
        snippet.read(Array(html.utf8)[...])
        return snippet.finished()
    }

    private var isInMatch: Bool { parts.count % 2 == 0 }

    private mutating func read(_ html: ArraySlice<UInt8>) {
        var rest = html
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "<"):
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
                    append(byte)
                    continue
                }
                read(tag: rest[..<end])
                rest = rest[(end + 1)...]
            case UInt8(ascii: "&"):
                for byte in HTMLEntity.take(from: &rest).utf8 { append(byte) }
            default:
                append(byte)
            }
        }
    }

    private mutating func read(tag: ArraySlice<UInt8>) {
        let tag = String(decoding: tag, as: UTF8.self).lowercased()
        let opensMatch = tag.hasPrefix("span") && tag.split { !$0.isLetter }.contains("searchmatch")
        if isInMatch ? tag.hasPrefix("/span") : opensMatch { parts.append([]) }
    }

    private mutating func append(_ byte: UInt8) {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if isSpace, endsWithSpace { return }
        endsWithSpace = isSpace
        parts[parts.count - 1].append(isSpace ? 0x20 : byte)
    }

    private consuming func finished() -> [String]? {
        if endsWithSpace, let last = parts.lastIndex(where: { !$0.isEmpty }) { parts[last].removeLast() }
        // Behind the last text there is nothing to tell apart.
        guard let last = parts.lastIndex(where: { !$0.isEmpty }) else { return nil }
        return parts[...last].map { String(decoding: $0, as: UTF8.self) }
    }
}
