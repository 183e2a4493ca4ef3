import Testing

@testable import BuiltinSources

@Suite struct SnippetReaderTests {
    @Test(
        arguments: [
            ("", nil), ("  \n ", nil), ("<b></b>", nil),
            ("plain", ["plain"]),
            (#"about <span class="searchmatch">Swift</span> the language"#, ["about ", "Swift", " the language"]),
            ("<span class='searchmatch'>Swift</span>", ["", "Swift"]),
            (#"<span class="x searchmatch y">a</span><span class=searchmatch>b</span>"#, ["", "a", "", "b"]),
            (#"<SPAN CLASS="searchmatch">a</SPAN> b"#, ["", "a", " b"]),
            (#"<span class="other">a</span> b"#, ["a b"]),
            (#"a <span class="searchmatch">b <i>c</i></span> d"#, ["a ", "b c", " d"]),
            (#"<span class="searchmatch">never closed"#, ["", "never closed"]),
            ("1 < 2 and 3 > 2", ["1 < 2 and 3 > 2"]),
            ("1 &lt; 2 &amp;&amp; 3 &gt; 2", ["1 < 2 && 3 > 2"]),
            ("&#039;&#39;&#x27;&quot;&apos;", ["'''\"'"]),
            ("&#x1F600;&#12354;&#0;&#xD800;&#x110000;", ["😀あ\u{FFFD}\u{FFFD}\u{FFFD}"]),
            ("&amp;lt;b&amp;gt; &nosuch; &;& &#; &#x; AT&T", ["&lt;b&gt; &nosuch; &;& &#; &#x; AT&T"]),
            ("a \n\t b\r\n", ["a b"]),
            (#"a <span class="searchmatch"> b </span> c"#, ["a ", "b ", "c"]),
            (#"a <span class="searchmatch">b</span> "#, ["a ", "b"]),
            ("a < b", ["a < b"]),
            ("残り\u{FFFD}", ["残り\u{FFFD}"]),
        ] as [(String, [String]?)])
    func oddNumberedPartsAreTheMatches(_ html: String, _ parts: [String]?) {
        var reader = SnippetReader()
        #expect(reader.parts(ofHTML: html) == parts)
        // What was read before makes no difference.
        _ = reader.parts(ofHTML: #"other <span class="searchmatch">text</span> "#)
        #expect(reader.parts(ofHTML: html) == parts)
    }

    @Test func whiteSpaceIsCollapsedToOneSpaceEverywhere() {
        for space in [" ", "  ", "\n", "\t ", " \r\n\u{C} ", " <b> </b> "] {
            for length in 0...20 {
                let word = String(repeating: "é", count: length) + "!"
                var reader = SnippetReader()
                #expect(reader.parts(ofHTML: space + word + space + "\u{1}x" + space) == [word + " \u{1}x"])
                let match = "<span class='searchmatch'>\(space)x\(space)</span>"
                #expect(reader.parts(ofHTML: word + space + match + space) == [word + " ", "x"])
                #expect(reader.parts(ofHTML: word + match + word) == [word, " x ", word])
            }
        }
    }
}

extension SnippetReader {
    fileprivate mutating func parts(ofHTML html: String) -> [String]? {
        var html = html
        let snippet = html.withUTF8 { self.snippet(ofHTML: $0) }
        #expect(snippet.map { $0.parts.joined() } == snippet?.text)
        return snippet?.parts
    }
}
