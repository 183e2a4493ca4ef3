import HTML
import SearchSource
import TestSupport
import Testing

@testable import BuiltinSources

@Suite struct TextMarksTests {
    @Test(
        arguments: [
            ("", nil), (" \n\t", nil), ("<em></em>", nil), ("plain  text\n", ["plain text"]),
            ("a <em>b</em> c", ["a ", "b", " c"]), ("<em>a</em><em>b</em>", ["", "a", "", "b"]),
            ("a <em>b", ["a ", "b"]), ("a</em> b", ["a</em> b"]), ("<em>a<em>b</em>", ["", "a<em>b"]),
            ("a [b] <em>[c]</em>", ["a ", "b", " ", "[c]"]), ("<e<em>a</em>m>", ["<e", "a", "m>"]),
            ("a <em", ["a <em"]),
        ] as [(String, [String]?)])
    func textBetweenMarksIsAMatch(_ text: String, _ parts: [String]?) {
        let marks = TextMarks([pair("<em>", "</em>"), pair("[", "]")], isHTML: false)
        #expect(marks.snippet(of: text)?.parts == parts)
    }

    @Test func tagsAreDroppedAndReferencesDecodedInHTMLOnly() {
        let text = "1 &lt; <i>2</i> <em>&amp; <b>3</b></em>"
        let parts = { (isHTML: Bool) in TextMarks([pair("<em>", "</em>")], isHTML: isHTML).snippet(of: text)?.parts }
        #expect(parts(true) == ["1 < 2 ", "& 3"])
        #expect(parts(false) == ["1 &lt; <i>2</i> ", "&amp; <b>3</b>"])
    }

    @Test(arguments: [
        ("One.<p>Two.", "One. Two."), ("One<br>two<BR/>three", "One two three"), ("<p>One</p> <p>two</p>", "One two"),
        ("<ul><li>One<li>two</ul>three", "One two three"), ("o<b>n</b>e<wbr>s", "ones"), ("<h1>One</h1>two", "One two"),
    ])
    func blocksAndLineBreaksInHTMLSeparateWords(_ html: String, _ text: String) {
        #expect(TextMarks([], isHTML: true).snippet(of: html)?.text == text)
    }

    /// Strings made of pieces of marks and markup are read in one go with the same result as byte by byte.
    @Test func readingInOneGoGivesTheSameResultAsByteByByte() {
        let pieces = [
            "<em>", "</em>", "<", "em>", "[", "]", "[[", "*", "<b>", "</b>", "<p>", "</p>", "&amp;", "&", " ", "\n",
            "é", "words", "\u{1}", "<em", "sixteen letters!",
        ]
        let choices = [
            [pair("<em>", "</em>")], [pair("<em>", "</em>"), pair("[", "]")], [pair("[[", "]"), pair("[", "]]")],
            [pair("*", "*"), pair("<b>", "</b>")], [],
        ]
        var random = SplitMix(seed: 1)
        for round in 0..<4000 {
            let text = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let pairs = choices[round % choices.count]
            let isHTML = round.isMultiple(of: 2)
            let snippet = TextMarks(pairs, isHTML: isHTML).snippet(of: text)
            #expect(snippet?.parts == Self.parts(of: text, pairs, isHTML), "\(text.debugDescription)")
        }
    }

    /// A slow reference implementation of snippets.
    private static func parts(of text: String, _ pairs: [TextMarks.Pair], _ isHTML: Bool) -> [String]? {
        var pieces = [[UInt8]()]
        var rest = Array(text.utf8)[...]
        var within: TextMarks.Pair?
        while let byte = rest.first {
            let pair = within ?? pairs.first { rest.starts(with: $0.open) }
            if let pair, rest.starts(with: within == nil ? pair.open : pair.close) {
                rest = rest.dropFirst(within == nil ? pair.open.count : pair.close.count)
                within = within == nil ? pair : nil
                pieces.append([])
            } else {
                pieces[pieces.count - 1].append(byte)
                rest = rest.dropFirst()
            }
        }
        var parts: [String] = []
        var endsWithSpace = true
        for piece in pieces {
            var bytes = piece
            if isHTML {
                bytes = []
                for token in HTMLTokenizer(piece) {
                    switch token {
                    case .text(let text): bytes += text.utf8
                    case .startTag(let tag), .endTag(let tag): if tag.isNamed("p") { bytes.append(0x20) }
                    case .literalText: break
                    }
                }
            }
            var part: [UInt8] = []
            for byte in bytes {
                let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
                if !isSpace || !endsWithSpace { part.append(isSpace ? 0x20 : byte) }
                endsWithSpace = isSpace
            }
            parts.append(String(decoding: part, as: UTF8.self))
        }
        while let last = parts.last, last.isEmpty || last == " " { parts.removeLast() }
        if let last = parts.last, last.hasSuffix(" ") { parts[parts.count - 1].removeLast() }
        return parts.isEmpty ? nil : parts
    }
}

private func pair(_ open: String, _ close: String) -> TextMarks.Pair {
    TextMarks.Pair(open: Array(open.utf8), close: Array(close.utf8))
}
