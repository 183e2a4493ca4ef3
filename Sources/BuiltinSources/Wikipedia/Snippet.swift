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
        let isSwitch = isInMatch ? tag.begins(with: "/span") : tag.begins(with: "span") && tag.names("searchmatch")
        if isSwitch { parts.append([]) }
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

extension ArraySlice<UInt8> {
    /// Whether a tag begins with `name`, in any case.
    fileprivate func begins(with name: StaticString) -> Bool {
        name.withUTF8Buffer { name in starts(with: name) { $0 | 0x20 == $1 | 0x20 } }
    }

    /// Whether a tag names `word`: with no other letter before or behind it.
    fileprivate func names(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            indices.contains { start in
                let rest = self[start...]
                guard rest.starts(with: word) else { return false }
                let end = start + word.count
                return !(start > startIndex && self[start - 1].isLetter) && !(end < endIndex && self[end].isLetter)
            }
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
