import HTML

/// A piece of HTML in which matches are marked, as plain text with the matches told apart.
///
/// A match is what stands in a `span` of the class `searchmatch`, however its attribute is quoted. Other tags are
/// dropped, character references decoded, and white space is one space, as it is where HTML is shown.
struct Snippet {
    private var text: [UInt8] = []
    /// Where matches and what lies between them end.
    private var ends: [Int] = []
    private var endsWithSpace = true

    /// The text, cut so that the odd parts are the matches; nil if there is none.
    static func parts(ofHTML html: String) -> [String]? {
        var snippet = Snippet()
        snippet.text.reserveCapacity(html.utf8.count)
        for token in HTMLTokenizer(Array(html.utf8)) { snippet.take(token) }
        return snippet.finished()
    }

    private var isInMatch: Bool { ends.count % 2 == 1 }

    private mutating func take(_ token: HTMLToken) {
        switch token {
        case .startTag(let tag) where !isInMatch && tag.isNamed("span") && tag.hasClass("searchmatch"),
            .endTag(let tag) where isInMatch && tag.isNamed("span"):
            ends.append(text.count)
        case .text(let text): append(text.utf8)
        default: break
        }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        // What stays as it is is taken in one piece.
        var start = bytes.startIndex
        for (index, byte) in zip(bytes.indices, bytes) {
            let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
            if isSpace, byte != 0x20 || endsWithSpace {
                text += bytes[start..<index]
                if !endsWithSpace { text.append(0x20) }
                start = index + 1
            }
            endsWithSpace = isSpace
        }
        text += bytes[start...]
    }

    private consuming func finished() -> [String]? {
        if endsWithSpace, !text.isEmpty { text.removeLast() }
        if text.isEmpty { return nil }
        // Behind the last text there is nothing to tell apart.
        var parts: [String] = []
        var start = 0
        for end in ends where end < text.count {
            parts.append(String(decoding: text[start..<end], as: UTF8.self))
            start = end
        }
        parts.append(String(decoding: text[start...], as: UTF8.self))
        return parts
    }
}
