import Bytes
import HTML
import SearchSource

/// How matches are marked in the texts of an answer, and how these texts are made plain: a run of white space becomes
/// one space, as in running text; in HTML, tags are dropped, of which some count as white space, and character
/// references decoded.
struct TextMarks: Sendable {
    /// The marks before and after a match.
    struct Pair: Hashable, Sendable {
        let open: [UInt8]
        let close: [UInt8]
    }

    private let pairs: [Pair]
    private let isHTML: Bool

    init(_ pairs: [Pair], isHTML: Bool) {
        self.pairs = pairs
        self.isHTML = isHTML
    }

    /// Nothing is marked.
    static let none = TextMarks([], isHTML: false)

    /// Reads `["<em>", "</em>"]`, or several of these.
    static func pairs(_ value: DescribedValue) throws(DescriptionError) -> [Pair] {
        let expected = #"what stands before and after a match, as in ["<em>", "</em>"]"#
        let elements = try value.elements(expected, atMost: 8)
        if elements.first?.json.array != nil {
            var pairs: [Pair] = []
            for element in elements { pairs += try self.pairs(element) }
            return pairs
        }
        guard elements.count == 2 else { throw value.wrong(expected) }
        var marks: [[UInt8]] = []
        for element in elements {
            let mark = Array(try element.string(expected).utf8)
            guard (1...64).contains(mark.count) else { throw element.fault("must have 1 to 64 bytes") }
            marks.append(mark)
        }
        return [Pair(open: marks[0], close: marks[1])]
    }

    /// Returns the text with its matches marked; nil if there is nothing in it.
    func snippet(of text: String) -> Snippet? {
        var text = text
        return text.withUTF8 { snippet(ofUTF8: $0) }
    }

    /// Does the same for UTF-8.
    func snippet(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> Snippet? {
        var plain = PlainText(capacity: text.count)
        var start = 0
        while let (pair, opening) = opening(in: text, from: start) {
            append(text[start..<opening], to: &plain)
            plain.cut()
            start = opening + pair.open.count
            // A match whose end is not marked extends to the end.
            guard let end = ByteScan.place(of: pair.close, in: text, from: start) else { break }
            append(text[start..<end], to: &plain)
            plain.cut()
            start = end + pair.close.count
        }
        append(text[start...], to: &plain)
        return plain.snippet
    }

    /// Returns the first match that begins at or after `start`: how it is marked, and where.
    private func opening(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> (Pair, Int)? {
        guard !pairs.isEmpty else { return nil }
        var place = start
        while true {
            place =
                ByteScan.run(in: text, from: place) { word in
                    pairs.reduce(0) { $0 | ByteScan.equal(word, $1.open[0]) }
                }.end
            guard place < text.count else { return nil }
            if let pair = pairs.first(where: { ByteScan.stands($0.open, in: text, at: place) }) { return (pair, place) }
            place += 1
        }
    }

    private func append(_ piece: Slice<UnsafeBufferPointer<UInt8>>, to plain: inout PlainText) {
        let piece = UnsafeBufferPointer(rebasing: piece)
        let end = plain.append(piece, endsAtMarkup: isHTML)
        guard end < piece.count else { return }
        for token in HTMLTokenizer(Array(piece[end...])) {
            switch token {
            case .text(let text): text.utf8.withUnsafeBufferPointer { _ = plain.append($0) }
            case .startTag(let tag), .endTag(let tag): if tag.separatesWords { plain.separate() }
            case .literalText: break
            }
        }
    }
}

extension HTMLTag {
    /// Whether browsers show what follows on another line, or in another cell of a table.
    fileprivate var separatesWords: Bool { Self.separators.contains(where: isNamed) }

    private static let separators: [StaticString] = [
        "address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl", "dt", "fieldset",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main",
        "nav", "ol", "p", "pre", "section", "summary", "table", "td", "th", "tr", "ul",
    ]
}
