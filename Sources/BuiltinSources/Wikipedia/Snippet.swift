import HTML

/// A piece of HTML in which matches are marked, as plain text with the matches told apart.
///
/// A match is what stands in a `span` of the class `searchmatch`, however its attribute is quoted. Other tags are
/// dropped, character references decoded, and white space is one space, as it is where HTML is shown.
struct Snippet {
    private var parts: [String] = [""]
    private var endsWithSpace = true

    /// The text, cut so that the odd parts are the matches; nil if there is none.
    static func parts(ofHTML html: String) -> [String]? {
        var snippet = Snippet()
        for token in HTMLTokenizer(Array(html.utf8)) { snippet.take(token) }
        return snippet.finished()
    }

    private var isInMatch: Bool { parts.count % 2 == 0 }

    private mutating func take(_ token: HTMLToken) {
        switch token {
        case .startTag(let tag) where !isInMatch && tag.isNamed("span") && tag.hasClass("searchmatch"): parts.append("")
        case .endTag(let tag) where isInMatch && tag.isNamed("span"): parts.append("")
        case .text(let text): append(text.decoded)
        default: break
        }
    }

    private mutating func append(_ text: String) {
        for scalar in text.unicodeScalars {
            let isSpace = scalar == " " || (0x09...0x0D).contains(scalar.value)
            if isSpace, endsWithSpace { continue }
            endsWithSpace = isSpace
            parts[parts.count - 1].unicodeScalars.append(isSpace ? " " : scalar)
        }
    }

    private consuming func finished() -> [String]? {
        if endsWithSpace, let last = parts.lastIndex(where: { !$0.isEmpty }) { parts[last].removeLast() }
        // Behind the last text there is nothing to tell apart.
        guard let last = parts.lastIndex(where: { !$0.isEmpty }) else { return nil }
        return Array(parts[...last])
    }
}

extension HTMLTag {
    /// Whether one of its classes is `name`.
    fileprivate func hasClass(_ name: String) -> Bool {
        self["class"]?.split(whereSeparator: \.isWhitespace).contains { $0 == name } ?? false
    }
}
